"""BAxUS (Papenmeier, Poloczek and Nardi 2022) by its authors' package, at its defaults, as a peer of columns.bench.ts; the
protocol is that of columns.py. Its points lie in a subspace that grows, so it draws its first ten runs itself.
"""
import contextlib
import json
import logging
import queue
import sys
import tempfile
import threading
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import numpy as np
import torch
from baxus.baxus import BAxUS
from baxus.benchmarks.benchmark_function import Benchmark

torch.set_num_threads(1)
FIRST = 10


class Asked(Benchmark):
    """A function whose values are those of the runs that come in."""

    def __init__(self, d):
        super().__init__(dim=d, ub=np.ones(d), lb=np.zeros(d), noise_std=0)
        self.points, self.values = queue.Queue(), queue.Queue()

    def __call__(self, x):
        self.points.put(np.asarray(x, dtype=float).ravel())
        return self.values.get()


def main():
    task = json.loads(sys.stdin.readline())
    out = sys.stdout
    torch.manual_seed(task["seed"])
    np.random.seed(task["seed"])
    asked = Asked(task["d"])
    with contextlib.redirect_stdout(sys.stderr), tempfile.TemporaryDirectory() as folder:
        search = BAxUS(
            run_dir=folder, f=asked, max_evals=task["runs"], n_init=FIRST, target_dim=2, verbose=False
        )
        begin = time.process_time()
        threading.Thread(target=search.optimize, daemon=True).start()
        for line in sys.stdin:
            for run in json.loads(line)["runs"]:
                asked.values.put(run["y"])
            point = np.clip(asked.points.get(), 0, 1)
            answer = {"point": point.tolist(), "cpu": time.process_time() - begin}
            print(json.dumps(answer), file=out, flush=True)


main()
