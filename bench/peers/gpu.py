"""BoTorch's side of gpu.bench.ts on the same GPU: batched likelihoods with gradient, fits, and qLogExpectedImprovement."""
import json
import statistics
import sys
import time

import torch
from botorch.acquisition.logei import qLogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.sampling.normal import SobolQMCNormalSampler
from gpytorch.kernels import MaternKernel, ScaleKernel
from gpytorch.mlls import ExactMarginalLogLikelihood

request = json.load(sys.stdin)
device = request.get("device", "cuda")
if device == "cuda" and not torch.cuda.is_available():
    print(json.dumps({"missing": "torch sees no GPU"}))
    sys.exit(0)


def tensor(values, *shape):
    return torch.tensor(values, dtype=torch.float64, device=device).reshape(*shape)


def median_seconds(work):
    work()
    times = []
    stop = time.perf_counter() + 2
    while len(times) < 5 or (time.perf_counter() < stop and len(times) < 200):
        if device == "cuda":
            torch.cuda.synchronize()
        start = time.perf_counter()
        work()
        if device == "cuda":
            torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def make_model(case, batch=()):
    """A model with random lengthscales, one or a batch of them."""
    n, shape = case["n"], torch.Size(batch)
    X = tensor(case["X"], n, 6).expand(*batch, n, 6).contiguous()
    y = tensor(case["y"], n, 1).expand(*batch, n, 1).contiguous()
    covariance = ScaleKernel(MaternKernel(2.5, ard_num_dims=6, batch_shape=shape), batch_shape=shape)
    model = SingleTaskGP(X, y, covar_module=covariance, outcome_transform=None, input_transform=None).to(X)
    model.covar_module.base_kernel.lengthscale = torch.exp(torch.randn(*batch, 1, 6).to(X))
    return model, ExactMarginalLogLikelihood(model.likelihood, model)


def likelihood(case):
    model, mll = make_model(case, (case["batch"],))
    model.train()

    def evaluate():
        model.zero_grad()
        value = mll(model(*model.train_inputs), model.train_targets).sum()
        value.backward()

    return median_seconds(evaluate)


def fit(case):
    """Seconds of a fit at the library's defaults."""

    def seconds():
        _, mll = make_model(case)
        start = time.perf_counter()
        fit_gpytorch_mll(mll)
        return time.perf_counter() - start

    seconds()
    return statistics.median(seconds() for _ in range(5))


def acquisition(case):
    q, samples, batch = case["q"], case["samples"], case["batch"]
    model, _ = make_model(case)
    model.eval()
    sampler = SobolQMCNormalSampler(sample_shape=torch.Size([samples]), seed=1)
    function = qLogExpectedImprovement(model, best_f=case["best"], sampler=sampler)
    points = tensor(case["Xs"], batch, q, 6)

    def evaluate():
        at = points.clone().requires_grad_(True)
        torch.autograd.grad(function(at).sum(), at)

    return median_seconds(evaluate)


torch.manual_seed(1)
print(json.dumps({"likelihood": likelihood(request["likelihood"]), "fit": fit(request["fit"]), "acquisition": acquisition(request["acquisition"])}))
