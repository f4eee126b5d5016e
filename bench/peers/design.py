"""Optimised random starts per second of pyoptex: full quadratic model, D-optimal, coordinate exchange.

Input: JSON list of {factors, runs, levels}; output: {"perSecond": [...]}, null where a start takes too long.
"""

import json
import sys
import time

import numpy as np
import pandas as pd
from pyoptex.doe.fixed_structure import Factor, RandomEffect  # noqa: F401
from pyoptex.doe.fixed_structure.utils import *  # noqa: F401,F403
from pyoptex.doe.fixed_structure import create_fixed_structure_design, create_parameters
from pyoptex.doe.fixed_structure.metric import Dopt
from pyoptex.utils.model import model2Y2X, partial_rsm_names


def starts_per_second(factors, runs, levels):
    names = [f"x{k}" for k in range(factors)]
    own = [Factor(name, type="continuous", levels=np.linspace(-1, 1, levels)) for name in names]
    model = partial_rsm_names({name: "quad" for name in names})
    parameters = create_parameters(own, Dopt(), runs, Y2X=model2Y2X(model, own))
    create_fixed_structure_design(parameters, n_tries=1)  # compiles
    tries, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < 5:
        create_fixed_structure_design(parameters, n_tries=2)
        tries += 2
    return tries / (time.perf_counter() - begin)


def main():
    result = []
    for problem in json.load(sys.stdin):
        columns = (problem["factors"] + 1) * (problem["factors"] + 2) // 2
        result.append(starts_per_second(**problem) if columns <= 45 else None)
    print(json.dumps({"perSecond": result}))


if __name__ == "__main__":
    main()
