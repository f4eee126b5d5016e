"""Makes normal.json: normal and error functions in 50-digit arithmetic (mpmath 1.3.0), rounded to doubles."""
import json, pathlib
import mpmath as mp

mp.mp.dps = 60
xs = [-26, -10, -5.5, -4, -3.99, -2, -1, -0.5, -0.46875, -0.1, -1e-9, 0.0, 1e-12, 0.1, 0.3, 0.46875, 0.5, 1, 1.7, 2.5, 3.999, 4, 4.001, 6, 10, 25, 26, 100, 1e6]
zs = [-38, -37.5, -30, -20, -10, -8.2, -5, -3, -1.5, -1.0000001, -1, -0.99, -0.5, -0.01, 0, 1e-8, 0.3, 0.66, 1, 2, 3.3, 5, 7, 8.5, 10, 30]
logs = zs + [-50, -100, -1000, -1e6]
ps = ['1e-300', '1e-100', '1e-20', '1e-10', '1e-5', '0.001', '0.02', '0.0749', '0.075', '0.0751', '0.1', '0.25', '0.4', '0.499', '0.5', '0.5000001', '0.6', '0.75', '0.9', '0.925', '0.99', '0.9999', '0.999999999']


def cdf(z):
    return mp.erfc(-mp.mpf(z) / mp.sqrt(2)) / 2


def quantile(p):
    start = mp.mpf(p)
    f = lambda z: mp.log(cdf(z)) - mp.log(start)
    guess = -mp.sqrt(-2 * mp.log(start)) if start < 0.3 else mp.sqrt(2) * mp.erfinv(2 * start - 1)
    return mp.mpf(0) if start == 0.5 else mp.findroot(f, guess, tol=1e-90)


rows = lambda args, f: [[float(a), float(f(mp.mpf(float(a))))] for a in args]
out = {
    'made_with': 'mpmath 1.3.0, 60 digits',
    'erf': rows(xs, mp.erf),
    'erfc': rows([x for x in xs if x < 26.5], mp.erfc),
    'erfcx': rows(xs, lambda x: mp.exp(x * x) * mp.erfc(x)),
    'pdf': rows(zs, mp.npdf),
    'cdf': rows(zs, cdf),
    'log_cdf': rows(logs, lambda z: mp.log(cdf(z))),
    'hazard': rows(logs, lambda z: mp.npdf(z) / cdf(z)),
    'quantile': rows(ps, quantile),
}
pathlib.Path(__file__).with_name('normal.json').write_text(json.dumps(out, indent=0))
