"""Makes elementary.json: exp and log at 50 digits, rounded to the nearest double. Needs mpmath."""
import json
import random

from mpmath import mp

mp.dps = 50
random.seed(7)
exp_x = [random.uniform(-707, 709) for _ in range(300)] + [random.uniform(-2, 2) for _ in range(300)] + [10 ** random.uniform(-18, 0) for _ in range(100)]
log_x = [10 ** random.uniform(-307, 308) for _ in range(300)] + [random.uniform(0.5, 2) for _ in range(300)] + [1 + random.uniform(-1e-6, 1e-6) for _ in range(100)]
tables = {
    "about": "exp and log at 50 digits with mpmath, rounded to the nearest double; made with elementary.py",
    "exp": [[x, float(mp.exp(mp.mpf(x)))] for x in exp_x],
    "log": [[x, float(mp.log(mp.mpf(x)))] for x in log_x],
}
with open("elementary.json", "w") as out:
    json.dump(tables, out, separators=(",", ":"))
