"""SciPy's side of space-filling.bench.ts: Latin hypercubes by random-cd, and the best of 1000 by smallest distance."""
import json
import statistics
import sys
import time

import numpy as np
from scipy.spatial.distance import pdist
from scipy.stats import qmc

request = json.load(sys.stdin)


def best_of_1000(d, n, rng):
    """What ALchemist's maximin does: 1000 random hypercubes, the one with the largest smallest distance."""
    best, distance = None, -1.0
    for _ in range(1000):
        x = (np.argsort(rng.random((d, n)), axis=1).T + rng.random((n, d))) / n
        smallest = pdist(x).min()
        if smallest > distance:
            best, distance = x, smallest
    return best


results = []
for d, n in request["sizes"]:
    row = {"d": d, "n": n}
    for name in ("random-cd", "maximin"):
        values, times = [], []
        for seed in range(request["repeats"]):
            start = time.process_time()
            if name == "random-cd":
                x = qmc.LatinHypercube(d, optimization="random-cd", rng=seed).random(n)
                values.append(float(qmc.discrepancy(x, method="CD")))
            else:
                values.append(float(pdist(best_of_1000(d, n, np.random.default_rng(seed))).min()))
            times.append(time.process_time() - start)
        row[name] = statistics.median(values)
        row[name + " s"] = statistics.median(times)
    results.append(row)
print(json.dumps(results))
