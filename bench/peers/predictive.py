"""The peers of predictive.bench.ts: scores of one new measurement per table, number of rows, split and method.

Reads {tables, cases: [{table, n, split, train, test, data}], methods, results} from standard input; writes one JSON line
per result to the file `results`, and the count on its last line. A result that the file has, of the same data and version,
is not made again.
Outputs are scored in units of the table's own deviation.
"""
import json
import math
import os
import sys
import time
import warnings

import botorch
import numpy as np
import sklearn
import torch
from botorch.fit import fit_gpytorch_mll
from botorch.models import MixedSingleTaskGP, SingleTaskGP
from botorch.models.transforms import Normalize
from gpytorch.mlls import ExactMarginalLogLikelihood
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

warnings.filterwarnings("ignore")
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def one_hot(X, kinds):
    columns = []
    for k, kind in enumerate(kinds):
        values = X[:, k]
        if kind == "numeric":
            columns.append(values)
        else:
            columns += [(values == v).astype(float) for v in np.unique(values)]
    return np.stack(columns, 1)


def unit(X, train):
    low, high = X[train].min(0), X[train].max(0)
    return (X - low) / np.where(high > low, high - low, 1)


def sklearn_default(X, y, kinds, train, test):
    U = unit(one_hot(X, kinds), train)
    model = GaussianProcessRegressor().fit(U[train], y[train])
    mean, std = model.predict(U[test], return_std=True)
    return [mean], [std]


def sklearn_matern(X, y, kinds, train, test):
    U = unit(one_hot(X, kinds), train)
    kernel = ConstantKernel() * Matern(np.ones(U.shape[1]), nu=2.5) + WhiteKernel()
    model = GaussianProcessRegressor(kernel, normalize_y=True).fit(U[train], y[train])
    mean, std = model.predict(U[test], return_std=True)
    return [mean], [std]


def botorch_model(model, Xt):
    posterior = model.posterior(Xt, observation_noise=True)
    return [posterior.mean.detach().numpy().ravel()], [posterior.variance.detach().numpy().ravel() ** 0.5]


def botorch_single(X, y, kinds, train, test):
    U = torch.tensor(one_hot(X, kinds))
    model = SingleTaskGP(U[train], torch.tensor(y[train])[:, None], input_transform=Normalize(U.shape[1]))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    return botorch_model(model, U[test])


def botorch_mixed(X, y, kinds, train, test):
    U = torch.tensor(np.array(X, dtype=float))
    cats = [k for k, kind in enumerate(kinds) if kind == "categorical"]
    numeric = [k for k, kind in enumerate(kinds) if kind == "numeric"]
    transform = Normalize(U.shape[1], indices=numeric) if numeric else None
    model = MixedSingleTaskGP(U[train], torch.tensor(y[train])[:, None], cat_dims=cats, input_transform=transform)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    return botorch_model(model, U[test])


def saas(X, y, kinds, train, test):
    from botorch.fit import fit_fully_bayesian_model_nuts
    from botorch.models.fully_bayesian import SaasFullyBayesianSingleTaskGP
    from botorch.models.transforms import Standardize

    U = torch.tensor(unit(np.array(X, dtype=float), train))
    model = SaasFullyBayesianSingleTaskGP(U[train], torch.tensor(y[train])[:, None], outcome_transform=Standardize(1))
    fit_fully_bayesian_model_nuts(model, warmup_steps=128, num_samples=128, thinning=8, disable_progbar=True)
    posterior = model.posterior(U[test], observation_noise=True)
    means, variances = posterior.mean.detach().numpy()[..., 0], posterior.variance.detach().numpy()[..., 0]
    return list(means), list(np.sqrt(variances))


VERSIONS = {"sklearn-default": sklearn, "sklearn": sklearn}


def version_of(method):
    module = VERSIONS.get(method, botorch)
    return f"{module.__name__} {module.__version__}"


METHODS = {
    "sklearn-default": sklearn_default,
    "sklearn": sklearn_matern,
    "botorch": botorch_single,
    "botorch-mixed": botorch_mixed,
    "saas": saas,
}


def mixture_scores(means, stds, y):
    """Mean negative log density, CRPS, share inside the central 95 % and squared error of an equal mixture of normals."""
    M, S = np.array(means), np.maximum(np.array(stds), 1e-12)
    log_density = norm.logpdf(y[None], M, S)
    top = log_density.max(0)
    nlpd = -(top + np.log(np.exp(log_density - top).mean(0)))

    def spread(m, s):
        return m * (2 * norm.cdf(m / s) - 1) + 2 * s * norm.pdf(m / s)

    crps = spread(y[None] - M, S).mean(0)
    for i in range(len(M)):
        crps = crps - 0.5 * spread(M[i][None] - M, np.sqrt(S[i][None] ** 2 + S**2)).mean(0) / len(M)
    level = norm.cdf(y[None], M, S).mean(0)
    inside = (level > 0.025) & (level < 0.975)
    return {
        "nlpd": float(nlpd.mean()),
        "crps": float(crps.mean()),
        "coverage": float(inside.mean()),
        "rmse": float(math.sqrt(((M.mean(0) - y) ** 2).mean())),
    }


def main():
    request = json.load(sys.stdin)
    path = request["results"]
    done = set()
    if os.path.exists(path):
        done = {key_of(json.loads(line)) for line in open(path)}
    with open(path, "a") as out:
        for case in request["cases"]:
            for result in results_of(case, request["tables"][case["table"]], request["methods"], done):
                out.write(json.dumps(result) + "\n")
                out.flush()
    print(json.dumps({"cases": len(request["cases"])}))


def key_of(result):
    return tuple(result[name] for name in ("method", "version", "table", "n", "split", "data"))


def results_of(case, table, methods, done):
    kinds = table["columns"]
    X, y = np.array(table["X"], dtype=float), np.array(table["y"])
    y = y / y.std()
    mixed = "categorical" in kinds
    for method in methods:
        named = {"method": method, "version": version_of(method), **{k: case[k] for k in ("table", "n", "split", "data")}}
        if key_of(named) in done or (method == "botorch-mixed" and not mixed) or (method == "saas" and mixed):
            continue
        start = time.perf_counter()
        torch.manual_seed(case["split"])
        try:
            scores = mixture_scores(*METHODS[method](X, y, kinds, case["train"], case["test"]), y[case["test"]])
            if not all(map(math.isfinite, scores.values())):
                raise ValueError("a score is not a number")
        except Exception as error:
            scores = {"failed": f"{type(error).__name__}: {error}"[:200]}
        seconds = round(time.perf_counter() - start, 2)
        yield {**named, **{k: float(f"{v:.6g}") if k != "failed" else v for k, v in scores.items()}, "seconds": seconds}


main()
