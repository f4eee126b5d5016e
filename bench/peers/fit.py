"""The peers' side of fit.bench.ts: BoTorch's default fit of SingleTaskGP and scikit-learn's GaussianProcessRegressor."""
import json
import math
import os
import statistics
import sys
import time

import numpy
import torch
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.models.utils.gpytorch_modules import get_covar_module_with_dim_scaled_prior
from gpytorch.mlls import ExactMarginalLogLikelihood
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))


def fit_botorch(X, y):
    d = X.shape[1]
    model = SingleTaskGP(torch.tensor(X), torch.tensor(y).unsqueeze(-1), covar_module=get_covar_module_with_dim_scaled_prior(ard_num_dims=d, use_rbf_kernel=False))
    mll = ExactMarginalLogLikelihood(model.likelihood, model)
    evaluations = [0]
    forward = mll.forward

    def counted(*args, **kwargs):
        evaluations[0] += 1
        return forward(*args, **kwargs)

    mll.forward = counted
    start = time.process_time()
    fit_gpytorch_mll(mll)
    cpu = time.process_time() - start
    lengthscales = model.covar_module.lengthscale.detach().flatten().tolist()
    theta = [math.log(value) for value in lengthscales] + [0.0, math.log(model.likelihood.noise.item()), model.mean_module.constant.item()]
    return {"cpu": cpu, "evaluations": evaluations[0], "theta": theta}


def fit_sklearn(X, y):
    d = X.shape[1]
    kernel = ConstantKernel() * Matern(length_scale=numpy.ones(d), nu=2.5) + WhiteKernel()
    model = GaussianProcessRegressor(kernel, normalize_y=True, alpha=0.0)
    evaluations = [0]
    original = model.log_marginal_likelihood

    def counted(*args, **kwargs):
        evaluations[0] += 1
        return original(*args, **kwargs)

    model.log_marginal_likelihood = counted
    start = time.process_time()
    model.fit(X, y)
    cpu = time.process_time() - start
    theta = model.kernel_.theta  # log constant, log lengthscales, log noise
    return {"cpu": cpu, "evaluations": evaluations[0], "theta": [*theta[1 : d + 1].tolist(), float(theta[0]), float(theta[d + 1]), 0.0]}


def repeated(fit, X, y):
    results = [fit(X, y) for _ in range(3 if len(y) <= 200 else 1)]
    return {**results[0], "cpu": statistics.median(result["cpu"] for result in results)}


request = json.load(sys.stdin)
data = [(numpy.array(s["X"]).reshape(s["n"], -1), numpy.array(s["y"])) for s in request["sets"]]
fit_botorch(*data[0])  # first-call costs
print(json.dumps({"botorch": [repeated(fit_botorch, *d) for d in data], "sklearn": [repeated(fit_sklearn, *d) for d in data]}))
