"""Makes distributions.json: tails of F, t and noncentral F in 40-digit arithmetic (mpmath 1.3.0)."""
import json, pathlib
import mpmath as mp

mp.mp.dps = 40


def beta_upper(x, a, b):
    return mp.betainc(a, b, x, 1, regularized=True)


def f_upper(f, v, w):
    f, v, w = map(mp.mpf, (f, v, w))
    return beta_upper(v * f / (v * f + w), v / 2, w / 2)


def t_two(t, v):
    return f_upper(mp.mpf(t) ** 2, 1, v)


def poisson(mean, value):
    mean = mp.mpf(mean)
    top = int(mean + 40 * mp.sqrt(mean) + 60)
    low = max(0, int(mean - 40 * mp.sqrt(mean) - 60))
    return mp.fsum(mp.exp(-mean + j * mp.log(mean) - mp.loggamma(j + 1)) * value(j) for j in range(low, top))


def ncf_upper(f, v, w, nc):
    f, v, w, nc = map(mp.mpf, (f, v, w, nc))
    x = v * f / (v * f + w)
    return poisson(nc / 2, lambda j: beta_upper(x, v / 2 + j, w / 2))


fs = [(0.01, 1, 3), (0.5, 2, 5), (1, 1, 1), (4.3, 3, 7), (12.5, 5, 10), (100, 2, 12), (2.2, 30, 40), (1.01, 300, 500), (50, 1, 2), (1e4, 4, 9), (1.3, 45, 1000)]
ts = [(0.001, 3), (0.5, 1), (1, 2), (2.306, 8), (5, 4), (12, 30), (40, 10), (1.96, 5000), (8, 200)]
ncs = [(4.3, 1, 6, 0.5), (4.3, 1, 6, 5), (5.98, 1, 6, 25), (3.1, 4, 12, 10), (2.5, 10, 20, 80), (4.0, 1, 50, 0.01), (6, 2, 3, 300)]
out = {
    'made_with': 'mpmath 1.3.0, 40 digits',
    'log_gamma': [[x, float(mp.loggamma(mp.mpf(x)))] for x in [0.1, 0.5, 2.5, 3.7, 11.9, 12, 30, 250.5, 1e4]],
    'f_upper': [[*a, float(f_upper(*a))] for a in fs],
    't_two': [[*a, float(t_two(*a))] for a in ts],
    'ncf_upper': [[*a, float(ncf_upper(*a))] for a in ncs],
}
pathlib.Path(__file__).with_name('distributions.json').write_text(json.dumps(out, indent=0))
