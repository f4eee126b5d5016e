"""BoTorch's and scikit-learn's side of bench/throughput.bench.ts: a process that answers one JSON line with one JSON line.

{"task": "data", "n", "X", "y"} keeps the data; {"task": "train" | "LogEI" | "qEI" | "sklearn", "setting"} answers {"seconds": wall seconds}.
Every task is BoTorch at its defaults (SingleTaskGP, fit_gpytorch_mll, optimize_acqf with 10 restarts and 512 raw samples) unless the
setting says otherwise: "one thread", "greedy" (the batch is chosen member by member). "sklearn" takes the number of starts as its setting.
"""
import json
import os
import sys
import time
import warnings

import numpy
import torch
from botorch.acquisition import LogExpectedImprovement, qLogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from botorch.sampling import SobolQMCNormalSampler
from gpytorch.mlls import ExactMarginalLogLikelihood
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

warnings.simplefilter("ignore")
torch.set_default_dtype(torch.float64)
threads = int(os.environ.get("OMP_NUM_THREADS", "1"))
state = {}


def train():
    model = SingleTaskGP(state["X"], state["y"])
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    state["model"] = model.eval()


def suggest(q, sequential):
    model = state["model"]
    best = state["y"].max()
    if q == 1:
        function = LogExpectedImprovement(model, best_f=best)
    else:
        function = qLogExpectedImprovement(model, best_f=best, sampler=SobolQMCNormalSampler(torch.Size([128])))
    d = state["X"].shape[-1]
    bounds = torch.stack([torch.zeros(d), torch.ones(d)])
    optimize_acqf(function, bounds, q=q, num_restarts=10, raw_samples=512, sequential=sequential)


def sklearn(starts):
    X, y = state["X"].numpy(), state["y"].numpy().ravel()
    kernel = ConstantKernel() * Matern(length_scale=numpy.ones(X.shape[1]), nu=2.5) + WhiteKernel()
    GaussianProcessRegressor(kernel, normalize_y=True, n_restarts_optimizer=starts - 1).fit(X, y)


for line in sys.stdin:
    request = json.loads(line)
    task, setting = request["task"], request.get("setting")
    if task == "data":
        state = {
            "X": torch.tensor(request["X"]).reshape(request["n"], -1),
            "y": torch.tensor(request["y"]).unsqueeze(-1),
        }
        print(json.dumps({"seconds": 0.0}), flush=True)
        continue
    torch.set_num_threads(1 if setting == "one thread" else threads)
    begin = time.perf_counter()
    if task == "train":
        train()
    elif task == "sklearn":
        sklearn(int(setting))
    else:
        suggest(4 if task == "qEI" else 1, setting == "greedy")
    print(json.dumps({"seconds": time.perf_counter() - begin}), flush=True)
