"""The side of pyoptex in design-peers.bench.ts: designs by coordinate exchange, one for each seed.

Input: {criterion, factors, runs, model, levels, starts, seeds}; output: {"designs": [{"points", "seconds"}]}, the points in coded units,
one row per run, and the processor seconds of one call. `starts` 0 stands for the default of the library.
"""

import json
import os
import sys
import time

os.environ.setdefault("TQDM_DISABLE", "1")

import numpy as np
from pyoptex.doe.fixed_structure import Factor, create_fixed_structure_design, create_parameters, default_fn
from pyoptex.doe.fixed_structure.metric import Aopt, Dopt, Iopt
from pyoptex.utils.model import model2Y2X, partial_rsm_names

METRICS = {"A": Aopt, "D": Dopt, "I": Iopt}
TERMS = {"linear": "lin", "interaction": "tfi", "quadratic": "quad"}


def search(task):
    names = [f"x{k}" for k in range(task["factors"])]
    own = [Factor(name, type="continuous", levels=np.linspace(-1, 1, task["levels"])) for name in names]
    model = partial_rsm_names({name: TERMS[task["model"]] for name in names})
    functions = default_fn(own, METRICS[task["criterion"]](), model2Y2X(model, own))
    parameters = create_parameters(own, functions, task["runs"])
    tries = {"n_tries": task["starts"]} if task["starts"] else {}
    points, _ = create_fixed_structure_design(parameters, **tries)
    return points.to_numpy(dtype=float)


def main():
    task = json.load(sys.stdin)
    search({**task, "starts": 1})  # compiles
    designs = []
    for seed in task["seeds"]:
        np.random.seed(seed)
        begin = time.process_time()
        points = search(task)
        designs.append({"seconds": time.process_time() - begin, "points": points.tolist()})
    print(json.dumps({"designs": designs}))


if __name__ == "__main__":
    main()
