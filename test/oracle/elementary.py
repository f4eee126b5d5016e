"""Makes elementary.json: exp, log and acos at 50 digits, rounded to the nearest double. Needs mpmath."""
import json
import random

from mpmath import mp

mp.dps = 50
random.seed(7)
exp_x = [random.uniform(-707, 709) for _ in range(300)] + [random.uniform(-2, 2) for _ in range(300)] + [10 ** random.uniform(-18, 0) for _ in range(100)]
log_x = [10 ** random.uniform(-307, 308) for _ in range(300)] + [random.uniform(0.5, 2) for _ in range(300)] + [1 + random.uniform(-1e-6, 1e-6) for _ in range(100)]
acos_x = [random.uniform(-1, 1) for _ in range(300)] + [1 - 10 ** random.uniform(-16, -1) for _ in range(100)] + [10 ** random.uniform(-16, -1) - 1 for _ in range(100)] + [-1.0, 0.5, -0.5, 0.0]
tables = {
    "about": "exp, log and acos at 50 digits with mpmath, rounded to the nearest double; made with elementary.py",
    "exp": [[x, float(mp.exp(mp.mpf(x)))] for x in exp_x],
    "log": [[x, float(mp.log(mp.mpf(x)))] for x in log_x],
    "acos": [[x, float(mp.acos(mp.mpf(x)))] for x in acos_x],
}
with open("elementary.json", "w") as out:
    json.dump(tables, out, separators=(",", ":"))
