"""Makes box-cox.json: profile likelihoods of the Box-Cox parameter, and analyses of transformed results.

NumPy 2.4.6, SciPy 1.17.1, statsmodels 0.14. `log_likelihood` follows R's MASS::boxcox: -n/2 log(RSS) of the transformed
results over their geometric mean. Data: the poisons of Box and Cox (1964, table 1), whose published maximum is -0.75, and
`trees` of R (Ryan, Joiner and Ryan 1976), for which the example of MASS::boxcox fits the logarithms of girth and height.
"""
import json, pathlib
import numpy as np
import statsmodels.api as sm
from scipy import optimize, stats

poisons = {
    "I": [[.31, .45, .46, .43], [.82, 1.10, .88, .72], [.43, .45, .63, .76], [.45, .71, .66, .62]],
    "II": [[.36, .29, .40, .23], [.92, .61, .49, 1.24], [.44, .35, .31, .40], [.56, 1.02, .71, .38]],
    "III": [[.22, .21, .18, .23], [.30, .37, .38, .29], [.23, .25, .24, .22], [.30, .36, .31, .33]],
}
girth = [8.3, 8.6, 8.8, 10.5, 10.7, 10.8, 11.0, 11.0, 11.1, 11.2, 11.3, 11.4, 11.4, 11.7, 12.0, 12.9, 12.9, 13.3, 13.7, 13.8, 14.0, 14.2, 14.5, 16.0, 16.3, 17.3, 17.5, 17.9, 18.0, 18.0, 20.6]
height = [70, 65, 63, 72, 81, 83, 66, 75, 80, 75, 79, 76, 76, 69, 75, 74, 85, 86, 71, 64, 78, 80, 74, 72, 77, 81, 82, 80, 80, 80, 87]
volume = [10.3, 10.3, 10.2, 16.4, 18.8, 19.7, 15.6, 18.2, 22.6, 19.9, 24.2, 21.0, 21.4, 21.3, 19.1, 22.2, 33.8, 27.4, 25.7, 24.9, 34.5, 31.7, 36.3, 38.3, 42.6, 55.4, 55.7, 58.3, 51.5, 51.0, 77.0]


def case(name, columns, X, y, lam):
    """X is any basis of the model; no figure recorded depends on it."""
    y = np.array(y, float)
    n, p = X.shape
    g = stats.gmean(y)

    def z(l):
        return stats.boxcox(y / g, l)

    def rss(l):
        return sm.OLS(z(l), X).fit().ssr

    def loglik(l):
        return -n / 2 * np.log(rss(l))

    grid = np.arange(-20, 21) / 10
    top = optimize.minimize_scalar(lambda l: -loglik(l), bounds=(-2, 2), method="bounded", options={"xatol": 1e-10}).x
    t = stats.t.ppf(0.975, n - p)
    limit = loglik(top) - n / 2 * np.log(1 + t**2 / (n - p))
    ends = [optimize.brentq(lambda l: loglik(l) - limit, *b, xtol=1e-12) for b in ((-2, top), (top, 2))]
    fit = sm.OLS(z(lam), X).fit()
    frame = fit.get_prediction().summary_frame(alpha=0.05)
    def back(values):
        if lam == 0:
            return (g * np.exp(values)).tolist()
        # Null beyond the transformed value of an infinite result.
        return [g * (1 + lam * v) ** (1 / lam) if 1 + lam * v > 0 else None for v in values]

    influence = fit.get_influence()
    return dict(
        name=name, columns=columns, y=y.tolist(), log_likelihood=[loglik(l) for l in grid], maximum=top, interval=ends, limit=limit,
        lam=lam, median=back(frame["mean"]), confidence=[back(frame["mean_ci_lower"]), back(frame["mean_ci_upper"])],
        prediction=[back(frame["obs_ci_lower"]), back(frame["obs_ci_upper"])], f_value=fit.fvalue, r_squared=fit.rsquared,
        externally_studentized=influence.resid_studentized_external.tolist(),
        # statsmodels leaves the error variance out of the parameters, and its fit is of results over g.
        aicc=fit.aic + n * 2 * np.log(g) + 2 + 2 * (p + 1) * (p + 2) / (n - p - 2), bic=fit.bic + n * 2 * np.log(g) + np.log(n),
        outlier_limit=stats.t.ppf(1 - 0.05 / n / 2, n - p - 1),
    )


cells = [(a, b, v) for a, row in poisons.items() for b, values in zip("ABCD", row) for v in values]
one = lambda values, levels: np.array([[float(v == l) for l in levels[1:]] for v in values])
a, b, y = zip(*cells)
A, B = one(a, ["I", "II", "III"]), one(b, "ABCD")
level = np.ones((48, 1))
both = np.einsum("ni,nj->nij", A, B).reshape(48, -1)
logs = {"girth": np.log(girth).tolist(), "height": np.log(height).tolist()}
numbers = {"poison": [["I", "II", "III"].index(v) for v in a], "treatment": ["ABCD".index(v) for v in b]}
cases = [
    case("poisons, main effects", numbers, np.hstack([level, A, B]), y, -1.0),
    case("poisons, with interactions", numbers, np.hstack([level, A, B, both]), y, -0.5),
    case("trees", logs, np.column_stack([np.ones(31), *logs.values()]), volume, 0.0),
]
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(cases, separators=(",", ":")) + "\n")
for one in cases:
    print(one["name"], one["maximum"], one["interval"])
