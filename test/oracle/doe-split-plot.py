"""Makes doe-split-plot.json: analyses of runs in plots, by dense matrices.

REML by SciPy 1.17.1, standard errors and degrees of freedom as Kenward and Roger 1997 write them, F tests with categories
as deviations from their average. Estimates of one level of plots are compared with statsmodels 0.15.0 (MixedLM). The
oats are those of Yates 1935 (J. R. Stat. Soc. Suppl. 2, 181-247). Independent of the product's code.
"""

import json
import pathlib

import numpy as np
import statsmodels.api as sm
from scipy import optimize

OATS = {
    1: ([111, 130, 157, 174], [117, 114, 161, 141], [105, 140, 118, 156]),
    2: ([61, 91, 97, 100], [70, 108, 126, 149], [96, 124, 121, 144]),
    3: ([68, 64, 112, 86], [60, 102, 89, 96], [89, 129, 132, 124]),
    4: ([74, 89, 81, 122], [64, 103, 132, 133], [70, 89, 104, 117]),
    5: ([62, 90, 100, 116], [80, 82, 94, 126], [63, 70, 109, 99]),
    6: ([53, 74, 118, 113], [89, 82, 86, 104], [97, 99, 119, 121]),
}


def restricted(theta, X, y, G):
    V = sum(t * g for t, g in zip(theta, G))
    Vi = np.linalg.inv(V)
    XVX = X.T @ Vi @ X
    beta = np.linalg.solve(XVX, X.T @ Vi @ y)
    r = y - X @ beta
    n, p = X.shape
    value = -0.5 * (
        np.linalg.slogdet(V)[1] + np.linalg.slogdet(XVX)[1] + r @ Vi @ r + (n - p) * np.log(2 * np.pi)
    )
    return value, beta, Vi, XVX


def fit(X, y, G):
    """G: the runs' identity first, then plots. Returns variances, those of plots 0 or above."""
    scale = np.var(y)
    best = None
    for start in (-3.0, -1.0, 0.0):
        got = optimize.minimize(
            lambda t: -restricted(scale * np.concatenate([[np.exp(t[0])], t[1:] ** 2]), X, y, G)[0],
            np.concatenate([[start], np.full(len(G) - 1, 0.7)]),
            method="Nelder-Mead",
            options={"xatol": 1e-11, "fatol": 1e-13, "maxiter": 40000, "maxfev": 40000},
        )
        if best is None or got.fun < best.fun:
            best = got
    theta = scale * np.concatenate([[np.exp(best.x[0])], best.x[1:] ** 2])
    return np.where(theta < 1e-9 * scale, 0, theta), -best.fun


def kenward_roger(theta, X, y, G, L):
    _, beta, Vi, XVX = restricted(theta, X, y, G)
    phi = np.linalg.inv(XVX)
    P = Vi - Vi @ X @ phi @ X.T @ Vi
    k = len(G)
    W = np.linalg.inv([[0.5 * np.trace(P @ a @ P @ b) for b in G] for a in G])
    Pi = [-X.T @ Vi @ g @ Vi @ X for g in G]
    Q = [[X.T @ Vi @ a @ Vi @ b @ Vi @ X for b in G] for a in G]
    lam = phi @ sum(W[i, j] * (Q[i][j] - Pi[i] @ phi @ Pi[j]) for i in range(k) for j in range(k)) @ phi
    phi_a = phi + 2 * lam
    l = L.shape[0]
    theta_m = L.T @ np.linalg.inv(L @ phi @ L.T) @ L
    A1 = A2 = 0.0
    for i in range(k):
        for j in range(k):
            ti, tj = theta_m @ phi @ Pi[i] @ phi, theta_m @ phi @ Pi[j] @ phi
            A1 += W[i, j] * np.trace(ti) * np.trace(tj)
            A2 += W[i, j] * np.trace(ti @ tj)
    B = (A1 + 6 * A2) / (2 * l)
    g = ((l + 1) * A1 - (l + 4) * A2) / ((l + 2) * A2)
    under = 3 * l + 2 * (1 - g)
    c1, c2, c3 = g / under, (l - g) / under, (l + 2 - g) / under
    mean = 1 / (1 - A2 / l)
    var = 2 / l * (1 + c1 * B) / ((1 - c2 * B) ** 2 * (1 - c3 * B))
    rho = var / (2 * mean**2)
    m = 4 + (l + 2) / (l * rho - 1)
    factor = m / (mean * (m - 2))
    F = factor / l * (L @ beta) @ np.linalg.inv(L @ phi_a @ L.T) @ (L @ beta)
    return beta, phi_a, W, m, F


def case(name, columns, X, y, groups, terms, contrasts):
    """groups: outermost first; terms: name to columns of contrasts."""
    X, y, contrasts = np.asarray(X, float), np.asarray(y, float), np.asarray(contrasts, float)
    G = [np.eye(len(y))]
    for plots in reversed(groups):
        Z = (np.asarray(plots)[:, None] == np.unique(plots)[None, :]).astype(float)
        G.append(Z @ Z.T)
    theta, value = fit(X, y, G)
    p = X.shape[1]
    coefficients = []
    for a in range(p):
        beta, phi_a, W, m, _ = kenward_roger(theta, X, y, G, np.eye(p)[[a]])
        coefficients.append([beta[a], np.sqrt(phi_a[a, a]), m])
    tests = []
    for columns_of in terms.values():
        _, _, _, m, F = kenward_roger(theta, contrasts, y, G, np.eye(p)[columns_of])
        tests.append([len(columns_of), m, F])
    if len(groups) == 1 and theta[1] > 0:
        other = sm.MixedLM(y, X, np.asarray(groups[0])).fit(reml=True, gtol=1e-10)
        assert np.allclose(other.scale, theta[0], rtol=1e-4) and np.allclose(other.cov_re, theta[1], rtol=1e-3), name
    return {
        "name": name,
        "columns": {key: list(value) for key, value in columns.items()},
        "groups": [list(map(int, plots)) for plots in groups],
        "y": y.tolist(),
        "variances": theta[::-1].tolist(),
        "errors": np.sqrt(np.diag(W))[::-1].tolist(),
        "log_likelihood": value,
        "coefficients": coefficients,
        "tests": {key: test for key, test in zip(terms, tests)},
    }


def deviations(codes, k):
    return np.array([[(1 if c == j else -1 if c == 0 else 0) for j in range(1, k)] for c in codes], float)


def indicators(codes, k):
    return np.array([[float(c == j) for j in range(1, k)] for c in codes])


def oats(name, leave):
    rows = [
        (block, variety, nitro, y)
        for block, plots in OATS.items()
        for variety, plot in enumerate(plots)
        for nitro, y in enumerate(plot)
    ]
    rows = [row for at, row in enumerate(rows) if at not in leave]
    block, variety, nitro, y = (list(column) for column in zip(*rows))
    x = (np.array(nitro) - 1.5) / 1.5
    one = np.ones((len(y), 1))

    def matrix(code):
        v = code(variety, 3)
        return np.hstack([one, v, x[:, None], v * x[:, None]])

    return case(
        name,
        {"variety": variety, "nitro": [0.2 * n for n in nitro]},
        matrix(indicators),
        y,
        [block, [3 * b + v for b, v in zip(block, variety)]],
        {"variety": [1, 2], "nitro": [3], "variety*nitro": [4, 5]},
        matrix(deviations),
    )


def surface(name, seed, deviation):
    """A response surface with one factor per whole plot and uneven plots."""
    rng = np.random.default_rng(seed)
    sizes = [4, 3, 4, 2, 5, 3, 4]
    hard = [-1, 1, 0, 1, -1, 0, 1]
    plot = np.repeat(np.arange(7), sizes)
    w = np.array(hard, float)[plot]
    a = rng.choice([-1.0, 0.0, 1.0], len(plot))
    b = np.round(rng.uniform(-1, 1, len(plot)), 2)
    y = 20 + 3 * w - 2 * a + b * w + 1.5 * a * a + deviation * rng.normal(size=7)[plot] + rng.normal(size=len(plot))
    y = np.round(y, 3)
    X = np.column_stack([np.ones(len(y)), w, a, b, w * a, w * b, a * b, w * w, a * a, b * b])
    terms = ["w", "a", "b", "w*a", "w*b", "a*b", "w**2", "a**2", "b**2"]
    return case(
        name,
        {"w": w.tolist(), "a": a.tolist(), "b": b.tolist()},
        X,
        y,
        [plot],
        {term: [at + 1] for at, term in enumerate(terms)},
        X,
    )


cases = [
    oats("oats", []),
    oats("oats with runs lost", [0, 5, 6, 30, 31, 32, 33, 50, 71]),
    surface("surface", 3, 2.0),
    surface("surface without variation of plots", 6, 0.0),
]
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(cases) + "\n")
