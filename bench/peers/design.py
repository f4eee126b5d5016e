"""Optimised random starts per second of pyoptex: full quadratic model, D-optimal, coordinate exchange.

Input: JSON list of {factors, runs, levels}; output: {"perSecond": [...]}, null where the model has more than 45 columns.
"""

import json
import os
import sys
import time

os.environ.setdefault("TQDM_DISABLE", "1")

import numpy as np
from pyoptex.doe.fixed_structure import Factor, create_fixed_structure_design, create_parameters, default_fn
from pyoptex.doe.fixed_structure.metric import Dopt
from pyoptex.utils.model import model2Y2X, partial_rsm_names

SECONDS = 5


def starts_per_second(factors, runs, levels):
    names = [f"x{k}" for k in range(factors)]
    own = [Factor(name, type="continuous", levels=np.linspace(-1, 1, levels)) for name in names]
    model = partial_rsm_names({name: "quad" for name in names})
    functions = default_fn(own, Dopt(), model2Y2X(model, own))
    parameters = create_parameters(own, functions, runs)
    create_fixed_structure_design(parameters, n_tries=1)  # compiles
    tries, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        create_fixed_structure_design(parameters, n_tries=2)
        tries += 2
    return tries / (time.process_time() - begin)


def main():
    result = []
    for problem in json.load(sys.stdin):
        columns = (problem["factors"] + 1) * (problem["factors"] + 2) // 2
        result.append(starts_per_second(**problem) if columns <= 45 else None)
    print(json.dumps({"perSecond": result}))


if __name__ == "__main__":
    main()
