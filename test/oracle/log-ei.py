"""Makes log-ei.json: log expected improvement and its slopes in 60-digit arithmetic (mpmath 1.3.0), rounded to doubles.

With u = mean/deviation (incumbent 0): log EI = log(deviation·(φ(u) + uΦ(u))), by the mean Φ(u)/EI, by the deviation φ(u)/EI.
"""
import json
import pathlib

import mpmath as mp

mp.mp.dps = 60
us = [40, 9, 3, 1, 0.3, 0.0, -0.5, -0.999, -1.001, -2, -3.7, -5, -8, -12, -17, -23, -29.9, -30.1, -37.7, -40, -45, -50, -55, -59.9, -60.1, -70, -100, -300, -1e3, -1e4, -1e6, -1e8, -1e12]
deviations = [1.0, 3e-4, 250.0]


def row(mean, deviation):
    m, s = mp.mpf(mean), mp.mpf(deviation)
    u = m / s
    extra = 2 * max(0, int(mp.log10(1 + abs(u))))
    with mp.workdps(60 + 2 * extra + 10):
        # relative to φ, so that nothing underflows: m = Φ/φ by the continued fraction below −40, else as it is
        if u < -40:
            x = -u
            tail = mp.mpf(0)
            for k in range(400, 0, -1):
                tail = k / (x + tail)
            mills = 1 / (x + tail)
        else:
            mills = mp.erfc(-u / mp.sqrt(2)) / 2 / mp.npdf(u)
        h = 1 + u * mills
        log_pdf = -u * u / 2 - mp.log(2 * mp.pi) / 2
        return [mean, deviation, float(mp.log(s) + log_pdf + mp.log(h)), float(mills / h / s), float(1 / h / s)]


rows = [row(u * deviation, deviation) for u in us for deviation in deviations]
out = {"made_with": "mpmath 1.3.0, 60 digits", "columns": ["mean", "deviation", "value", "by mean", "by deviation"], "rows": rows}
pathlib.Path(__file__).with_name("log-ei.json").write_text(json.dumps(out, separators=(",", ":")))
