"""Makes doe-analysis.json: fits, evaluations and tails for design tests.

statsmodels 0.15.0 (OLS, anova_lm), SciPy 1.17.1 (ncf), NumPy 2.4.6. Independent of the product's code.
"""
import itertools, json, pathlib
import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import stats
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm

rng = np.random.default_rng(20240601)


def fit(formula, frame, terms):
    m = ols(formula, frame).fit()
    inf = m.get_influence()
    out = {
        'names': list(m.params.index),
        'params': m.params.tolist(),
        'bse': m.bse.tolist(),
        't': m.tvalues.tolist(),
        'p': m.pvalues.tolist(),
        'ci': m.conf_int(0.05).values.tolist(),
        'r2': m.rsquared,
        'r2_adj': m.rsquared_adj,
        'press_r2': 1 - float((inf.resid_press**2).sum()) / m.centered_tss,
        'mse': m.mse_resid,
        'df_resid': m.df_resid,
        'F': m.fvalue,
        'F_p': m.f_pvalue,
        'leverage': inf.hat_matrix_diag.tolist(),
        'studentized': inf.resid_studentized_internal.tolist(),
        'cooks': inf.cooks_distance[0].tolist(),
        'resid': m.resid.tolist(),
    }
    a = anova_lm(m, typ=1)
    out['anova1'] = [[r['df'], r['sum_sq'], r['F'], r['PR(>F)']] for _, r in a.iloc[:-1].iterrows()]
    # type III F per term: categories as deviations from their average
    m = ols(formula.replace('C(k)', 'C(k, Sum)'), frame).fit()
    names = m.model.exog_names
    partial = []
    for cols in terms:
        R = np.zeros((len(cols), len(names)))
        for i, c in enumerate(cols):
            R[i, c] = 1
        f = m.f_test(R)
        partial.append([len(cols), float(f.fvalue), float(f.pvalue)])
    out['partial'] = partial
    # lack of fit against cell means
    keys = frame.drop(columns='y').astype(str).agg('|'.join, axis=1)
    groups = frame.groupby(keys)['y']
    pure = float(((frame['y'] - groups.transform('mean')) ** 2).sum())
    dfp = len(frame) - groups.ngroups
    dfl = m.df_resid - dfp
    if dfp > 0 and dfl > 0:
        F = ((m.ssr - pure) / dfl) / (pure / dfp)
        out['lack_of_fit'] = [dfl, m.ssr - pure, F, float(stats.f.sf(F, dfl, dfp)), dfp, pure]
    return out


cases = []
# 1: central composite in two factors with repeated centre, quadratic
a = 2**0.5
pts = [(-1, -1), (1, -1), (-1, 1), (1, 1), (-a, 0), (a, 0), (0, -a), (0, a)] + [(0, 0)] * 5
f = pd.DataFrame(pts, columns=['x1', 'x2'])
f['y'] = 80 + 1.0 * f.x1 + 0.5 * f.x2 + 0.25 * f.x1 * f.x2 - 1.4 * f.x1**2 - f.x2**2 + rng.normal(0, 0.3, len(f))
case = fit('y ~ x1 + x2 + x1:x2 + I(x1**2) + I(x2**2)', f, [[1], [2], [3], [4], [5]])
b = np.array(case['params'])
# statsmodels puts interactions last but here the order is: Intercept, x1, x2, x1:x2, I(x1^2), I(x2^2)
B = np.array([[b[4], b[3] / 2], [b[3] / 2, b[5]]])
xs = -0.5 * np.linalg.solve(B, b[1:3])
case['canonical'] = {'stationary': xs.tolist(), 'value': float(b[0] + 0.5 * b[1:3] @ xs), 'eigenvalues': np.linalg.eigvalsh(B).tolist()}
case.update(name='central composite', columns={'x1': f.x1.tolist(), 'x2': f.x2.tolist()}, y=f.y.tolist(), model_type='quadratic')
cases.append(case)
# 2: a categorical and a real factor, unbalanced, interaction
k = rng.integers(0, 3, 17)
x = rng.uniform(-1, 1, 17)
f = pd.DataFrame({'x': x, 'k': k})
f['y'] = 3 + 2 * f.x + np.array([0, 1, -2])[k] + np.array([0, 0.5, 1])[k] * x + rng.normal(0, 0.2, 17)
case = fit('y ~ C(k) + x + x:C(k)', f, [[1, 2], [3], [4, 5]])
case.update(name='labels and a number', columns={'k': k.tolist(), 'x': x.tolist()}, y=f.y.tolist(), model_type='interaction')
cases.append(case)
# 3: a badly scaled straight line, replicated
x = np.repeat([10000.0, 10001, 10002, 10003, 10004], 2)
f = pd.DataFrame({'x': (x - 10002) / 2})
f['y'] = 1e6 + 3.3 * x + rng.normal(0, 0.01, 10)
case = fit('y ~ x', f, [[1]])
case.update(name='far from zero', columns={'x': x.tolist()}, y=f.y.tolist(), model_type='linear')
cases.append(case)

# unreplicated 2^4: Lenth
base = np.array(list(itertools.product([-1, 1], repeat=4)), float)
y = 10 + 5 * base[:, 0] - 3 * base[:, 2] + 2 * base[:, 0] * base[:, 2] + rng.normal(0, 0.5, 16)
cols, names = [], []
for r in range(1, 5):
    for s in itertools.combinations(range(4), r):
        cols.append(np.prod(base[:, s], axis=1))
        names.append('*'.join('abcd'[i] for i in s))
eff = np.array([2 * c @ y / 16 for c in cols])
s0 = 1.5 * np.median(np.abs(eff))
pse = 1.5 * np.median(np.abs(eff)[np.abs(eff) < 2.5 * s0])
lenth = {
    'points': base.tolist(), 'y': y.tolist(), 'names': names, 'effects': eff.tolist(), 'pse': pse,
    'me': pse * stats.t.ppf(0.975, 5), 'sme': pse * stats.t.ppf((1 + 0.95 ** (1 / 15)) / 2, 5),
    'scores': stats.norm.ppf(0.5 + 0.5 * (np.arange(1, 16) - 0.5) / 15).tolist(),
}

# evaluation of designs
def evaluate(points, kind):
    X = [np.ones(len(points))] + list(points.T)
    d = points.shape[1]
    pairs = list(itertools.combinations(range(d), 2))
    two = [points[:, i] * points[:, j] for i, j in pairs]
    squares = [points[:, i] ** 2 for i in range(d)]
    outside = []
    if kind == 'linear':
        outside = two + squares
    if kind == 'interaction':
        X += two
        outside = squares
    if kind == 'quadratic':
        X += two + squares
        outside = [points[:, i] * points[:, j] * points[:, l] for i, j, l in itertools.combinations(range(d), 3)]
    X = np.array(X).T
    n, p = X.shape
    C = np.linalg.inv(X.T @ X)
    m = lambda e: 0 if e % 2 else 1 / (e + 1)
    expo = [np.zeros(d, int)] + [np.eye(d, dtype=int)[i] for i in range(d)]
    if kind != 'linear':
        expo += [np.eye(d, dtype=int)[i] + np.eye(d, dtype=int)[j] for i, j in pairs]
    if kind == 'quadratic':
        expo += [2 * np.eye(d, dtype=int)[i] for i in range(d)]
    W = np.array([[np.prod([m(e) for e in u + v]) for v in expo] for u in expo])
    se = np.sqrt(np.diag(C))
    vif = [C[j, j] * ((X[:, j] - X[:, j].mean()) ** 2).sum() for j in range(1, p)]
    crit = stats.f.isf(0.05, 1, n - p) if n > p else None
    power = [float(stats.ncf.sf(crit, 1, n - p, 1 / s**2)) for s in se] if n > p else None
    H = np.einsum('ij,jk,ik->i', X, C, X)
    drop = []
    for i in range(n):
        Y = np.delete(X, i, 0)
        sign, ld = np.linalg.slogdet(Y.T @ Y)
        ok = H[i] < 1 - 1e-9
        drop.append([float(np.exp((ld - np.linalg.slogdet(X.T @ X)[1]) / p) * n / (n - 1)) if ok else 0, float(np.trace(W @ np.linalg.inv(Y.T @ Y))) if ok else None])
    ev = np.linalg.eigvalsh(X.T @ X)
    return {
        'points': points.tolist(), 'model_type': kind,
        'D': float(100 * np.exp(np.linalg.slogdet(X.T @ X / n)[1] / p)), 'A': float(100 * p / np.trace(np.linalg.inv(X.T @ X / n))),
        'average_variance': float(np.trace(W @ C)), 'condition': float(ev[-1] / ev[0]), 'se': se.tolist(), 'vif': vif, 'power': power,
        'leverage': H.tolist(), 'loss': drop, 'alias': (C @ X.T @ np.array(outside).T).ravel().tolist() if outside else [],
    }


evaluations = [
    evaluate(np.array(list(itertools.product([-1.0, 1], repeat=3))), 'linear'),
    evaluate(np.round(rng.uniform(-1, 1, (12, 3)), 3), 'interaction'),
    evaluate(np.vstack([np.array(list(itertools.product([-1.0, 0, 1], repeat=2))), [[0, 0]], [[0, 0]]]), 'quadratic'),
    evaluate(np.round(rng.uniform(-1, 1, (20, 3)), 3), 'quadratic'),
]
out = {'made_with': 'statsmodels 0.15.0, SciPy 1.17.1, NumPy 2.4.6', 'fits': cases, 'lenth': lenth, 'evaluations': evaluations}
pathlib.Path(__file__).with_name('doe-analysis.json').write_text(json.dumps(out))
