"""The peers' side of columns.bench.ts: one campaign of one peer in the unit cube of d columns, from runs that it is told.

First line of the standard input: {peer, seed, d}. Each further line {runs: [{x, y}]} tells runs that were made (y is to
be minimized) and asks for one more; the answer is {point: […], cpu}.

vanilla:  BoTorch's SingleTaskGP with its dimension-scaled lengthscale prior (Hvarfner et al. 2024), LogEI, 512 starting
          points of which part lie around the best runs (`sample_around_best`), 4 restarts.
TuRBO:    TuRBO-1 (Eriksson et al. 2019) after BoTorch's tutorial, one run at a time: box of side 0.8 around the best run,
          doubled by 10 successes, halved by max(4, d) failures, Thompson sampling over candidates with few moved columns.
SAAS MAP: BoTorch's ensemble of MAP fits under the sparse prior of SAASBO, LogEI as vanilla.
SAASBO:   the sparse prior (Eriksson and Jankowiak 2021) by NUTS at BoTorch's defaults: 512 steps of warm-up, 256 draws, every 16th kept.
"""
import contextlib
import json
import logging
import sys
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

import gpytorch
import torch
from botorch.acquisition import LogExpectedImprovement, qLogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.models.transforms import Standardize
from botorch.optim import optimize_acqf
from gpytorch.constraints import Interval
from gpytorch.kernels import MaternKernel, ScaleKernel
from gpytorch.likelihoods import GaussianLikelihood
from gpytorch.mlls import ExactMarginalLogLikelihood

torch.set_num_threads(1)


def climbed(acquisition, d):
    bounds = torch.stack([torch.zeros(d), torch.ones(d)]).double()
    options = {"sample_around_best": True}
    point, _ = optimize_acqf(acquisition, bounds, q=1, num_restarts=4, raw_samples=512, options=options)
    return point[0]


def fitted(X, y):
    model = SingleTaskGP(X, y, outcome_transform=Standardize(1))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    return model


class Vanilla:
    def ask(self, X, y):
        return climbed(LogExpectedImprovement(fitted(X, y), best_f=y.max()), X.shape[1])


class SaasMap:
    def ask(self, X, y):
        from botorch.models.map_saas import EnsembleMapSaasSingleTaskGP

        y = (y - y.mean()) / y.std()
        model = EnsembleMapSaasSingleTaskGP(X, y)
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        return climbed(qLogExpectedImprovement(model, best_f=y.max()), X.shape[1])


class Saasbo:
    def ask(self, X, y):
        from botorch.fit import fit_fully_bayesian_model_nuts
        from botorch.models.fully_bayesian import SaasFullyBayesianSingleTaskGP

        model = SaasFullyBayesianSingleTaskGP(
            X, y, train_Yvar=torch.full_like(y, 1e-6), outcome_transform=Standardize(1)
        )
        fit_fully_bayesian_model_nuts(model, disable_progbar=True)
        return climbed(qLogExpectedImprovement(model, best_f=y.max()), X.shape[1])


class Turbo:
    def __init__(self):
        self.length, self.successes, self.failures, self.best, self.seen = 0.8, 0, 0, None, 0

    def update(self, y, d):
        for value in y[self.seen :].flatten().tolist():
            improved = value > self.best + 1e-3 * abs(self.best)
            self.successes = self.successes + 1 if improved else 0
            self.failures = 0 if improved else self.failures + 1
            self.best = max(self.best, value)
            if self.successes == 10:
                self.length, self.successes = min(1.6, 2 * self.length), 0
            elif self.failures == max(4, d):
                self.length, self.failures = self.length / 2, 0
        self.seen = len(y)

    def fitted(self, X, y):
        """The model of the tutorial: no priors, little noise, each column a lengthscale from 0.005 to 4."""
        kernel = MaternKernel(nu=2.5, ard_num_dims=X.shape[1], lengthscale_constraint=Interval(0.005, 4.0))
        likelihood = GaussianLikelihood(noise_constraint=Interval(1e-8, 1e-3))
        y = (y - y.mean()) / y.std()
        model = SingleTaskGP(X, y, covar_module=ScaleKernel(kernel), likelihood=likelihood, outcome_transform=None)
        with gpytorch.settings.max_cholesky_size(float("inf")):
            fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        return model

    def ask(self, X, y):
        d = X.shape[1]
        if self.seen == 0:
            self.best, self.seen = float(y.max()), len(y)
        self.update(y, d)
        if self.length < 0.5**7:
            self.length, self.successes, self.failures = 0.8, 0, 0
        model = self.fitted(X, y)
        weights = model.covar_module.base_kernel.lengthscale.squeeze().detach()
        weights = weights / weights.mean()
        weights = weights / torch.prod(weights.pow(1.0 / d))
        centre = X[y.argmax()]
        low = torch.clamp(centre - weights * self.length / 2, 0, 1)
        high = torch.clamp(centre + weights * self.length / 2, 0, 1)
        count = min(5000, max(2000, 200 * d))
        engine = torch.quasirandom.SobolEngine(d, scramble=True, seed=int(torch.randint(1 << 30, (1,))))
        spread = low + (high - low) * engine.draw(count).double()
        moved = torch.rand(count, d) <= min(20 / d, 1)
        none = (~moved.any(dim=1)).nonzero().flatten()
        moved[none, torch.randint(d, (len(none),))] = True
        candidates = torch.where(moved, spread, centre.expand(count, d))
        from botorch.generation import MaxPosteriorSampling

        with torch.no_grad():
            return MaxPosteriorSampling(model, replacement=False)(candidates, num_samples=1)[0]


PEERS = {"vanilla": Vanilla, "TuRBO": Turbo, "SAAS MAP": SaasMap, "SAASBO": Saasbo}


def main():
    task = json.loads(sys.stdin.readline())
    out = sys.stdout
    torch.manual_seed(task["seed"])
    X, y = [], []
    with contextlib.redirect_stdout(sys.stderr):
        peer = PEERS[task["peer"]]()
        begin = time.process_time()
        for line in sys.stdin:
            for run in json.loads(line)["runs"]:
                X.append(run["x"])
                y.append([-run["y"]])
            point = peer.ask(torch.tensor(X, dtype=torch.double), torch.tensor(y, dtype=torch.double))
            print(json.dumps({"point": point.tolist(), "cpu": time.process_time() - begin}), file=out, flush=True)


main()
