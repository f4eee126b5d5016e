"""BoTorch's side of bench/suggest.bench.ts: optimize_acqf with 10 restarts and 512 raw samples on one fixed model.

All other options are the library's defaults: starts are scored and refined all at once. Each figure is the median of five searches after one
that is not counted.

Times are CPU seconds, so that other work on the machine does not count. Reads {X, y, lengthscales, outputscale, noise, mean, best, cases: [{name, q, samples}]} (model scale, inputs in the unit
cube, maximize) and writes [{name, q, seconds, points, greedy?}] as JSON on its last line. Batches are optimized jointly, and
once more member by member (`greedy`: {seconds, points}; not for qNIPV), as the joint search can stop at one good member.
"""
import json
import statistics
import sys
import time

import torch
from botorch.acquisition import (
    LogExpectedImprovement,
    qLogExpectedImprovement,
    qNegIntegratedPosteriorVariance,
    qUpperConfidenceBound,
)
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from botorch.sampling import SobolQMCNormalSampler
from gpytorch.kernels import MaternKernel, ScaleKernel

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)


def build(task):
    X = torch.tensor(task["X"])
    y = torch.tensor(task["y"]).unsqueeze(-1)
    kernel = ScaleKernel(MaternKernel(nu=2.5, ard_num_dims=X.shape[1]))
    model = SingleTaskGP(X, y, covar_module=kernel, outcome_transform=None)
    model.covar_module.base_kernel.lengthscale = torch.tensor(task["lengthscales"])
    model.covar_module.outputscale = task["outputscale"]
    model.likelihood.noise = max(task["noise"], 1.001e-4)
    model.mean_module.initialize(constant=task["mean"])
    return model.eval()


def acquisition(model, task, case):
    sampler = SobolQMCNormalSampler(torch.Size([case["samples"]]), seed=42)
    name = case["name"]
    if name == "LogEI":
        return LogExpectedImprovement(model, best_f=task["best"])
    if name == "qEI":
        return qLogExpectedImprovement(model, best_f=task["best"], sampler=sampler)
    if name == "qUCB":
        return qUpperConfidenceBound(model, beta=0.5, sampler=sampler)
    torch.manual_seed(42)
    return qNegIntegratedPosteriorVariance(model, mc_points=torch.rand(500, len(task["X"][0])))


def optimized(function, bounds, q, sequential):
    def search():
        torch.manual_seed(42)
        begin = time.process_time()
        points, _ = optimize_acqf(function, bounds, q=q, num_restarts=10, raw_samples=512, sequential=sequential)
        return time.process_time() - begin, points.flatten().tolist()

    search()  # to warm up
    runs = [search() for _ in range(5)]
    return {"seconds": statistics.median(seconds for seconds, _ in runs), "points": runs[0][1]}


def main():
    task = json.load(sys.stdin)
    model = build(task)
    d = len(task["X"][0])
    bounds = torch.stack([torch.zeros(d), torch.ones(d)])
    results = []
    for case in task["cases"]:
        function = acquisition(model, task, case)
        result = {"name": case["name"], "q": case["q"], **optimized(function, bounds, case["q"], False)}
        if case["q"] > 1 and case["name"] != "qNIPV":
            result["greedy"] = optimized(function, bounds, case["q"], True)
        results.append(result)
    print(json.dumps(results))


main()
