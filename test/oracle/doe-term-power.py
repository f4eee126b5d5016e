"""Makes doe-term-power.json: power of F tests of whole terms.

NumPy 2.4.6, SciPy 1.17.1 (ncf). Independent of the product's code: the noncentrality is what a reduced model leaves of
the mean, and a simulation of least-squares fits checks each power within four standard errors.
"""
import itertools, json, pathlib
import numpy as np
from scipy import stats

rng = np.random.default_rng(20261126)


def deviations(levels):
    """+1, -1, +1, ..., and the last level what makes the sum 0."""
    signs = [(-1.0) ** i for i in range(levels - 1)]
    return np.array(signs + [-sum(signs)])


def columns_of(points, levels, term):
    """Columns of a term with sum contrasts, and the mean under an effect of size 1."""
    parts, mean = [], np.ones(len(points))
    for j, power in term:
        x = points[:, j]
        if levels[j]:
            own = np.array([[1.0 if v == l else -1.0 if v == levels[j] - 1 else 0.0 for l in range(levels[j] - 1)] for v in x])
            mean = mean * deviations(levels[j])[x.astype(int)]
        else:
            own = (x**power)[:, None]
            mean = mean * x**power
        parts.append(own)
    X = np.ones((len(points), 1))
    for own in parts:
        X = np.einsum('ia,ib->iab', X, own).reshape(len(points), -1)
    return X, mean


def left(X, y):
    """Sum of squares of what X leaves of y (columns of y)."""
    q, _ = np.linalg.qr(X)
    r = y - q @ (q.T @ y)
    return (r**2).sum(axis=0)


def case(levels, n, terms, alpha, signal):
    points = np.array([[rng.integers(0, l) if l else rng.integers(-2, 3) / 2 for l in levels] for _ in range(n)], float)
    blocks = [columns_of(points, levels, term) for term in terms]
    whole = np.hstack([np.ones((n, 1))] + [X for X, _ in blocks])
    p = whole.shape[1]
    if np.linalg.matrix_rank(whole) < p or n <= p:
        return case(levels, n + 1, terms, alpha, signal)
    found = []
    for at, (X, mean) in enumerate(blocks):
        rest = np.hstack([np.ones((n, 1))] + [other for k, (other, _) in enumerate(blocks) if k != at])
        m, error = X.shape[1], n - p
        shift = signal * mean
        power = stats.ncf.sf(stats.f.isf(alpha, m, error), m, error, left(rest, shift))
        y = shift[:, None] + rng.normal(size=(n, 20000))
        full = left(whole, y)
        rate = np.mean((left(rest, y) - full) / m / (full / error) > stats.f.isf(alpha, m, error))
        assert abs(rate - power) < 4 * np.sqrt(power * (1 - power) / 20000) + 1e-4, (rate, power)
        found.append([m, error, float(power)])
    names = ['*'.join('abcd'[j] if power == 1 else f'{"abcd"[j]}**2' for j, power in term) for term in terms]
    return {'levels': levels, 'points': points.tolist(), 'effects': names, 'significance': alpha, 'signal': signal, 'terms': found}


main = lambda d: [[(j, 1)] for j in range(d)]
pairs = lambda d: [[(i, 1), (j, 1)] for i, j in itertools.combinations(range(d), 2)]
cases = [
    case([3], 9, main(1), 0.05, 1),
    case([4], 21, main(1), 0.01, 0.8),
    case([5, 0], 14, main(2), 0.05, 1),
    case([6, 2], 24, main(2), 0.1, 0.7),
    case([3, 0], 12, main(2) + pairs(2), 0.05, 1),
    case([4, 0], 17, main(2) + pairs(2) + [[(1, 2)]], 0.05, 0.9),
    case([3, 3], 20, main(2) + pairs(2), 0.05, 1),
    case([3, 4], 26, main(2) + pairs(2), 0.05, 0.6),
    case([2, 5], 22, main(2) + pairs(2), 0.02, 1.2),
    case([3, 0, 0], 22, main(3) + pairs(3) + [[(1, 2)], [(2, 2)]], 0.05, 1),
    case([3, 2, 0], 24, main(3) + pairs(3) + [[(0, 1), (1, 1), (2, 1)]], 0.05, 1),
]
here = pathlib.Path(__file__).with_name('doe-term-power.json')
here.write_text(json.dumps({'made_with': 'NumPy 2.4.6, SciPy 1.17.1', 'cases': cases}))
print(len(cases), sum(len(c['terms']) for c in cases))
