"""The peers' side of quality.bench.ts: one campaign of one peer at its defaults, from starts that it is told.

First line of the standard input: {peer, seed, dimensions, constraints, noisy}. Each further line {runs: [{x, y}], count} tells
runs that were made (y is to be minimized) and asks for `count` more; the answer is {points: [[…]], cpu}. A category is a
position. What is proposed need not be what is run: runs are told as they were made.
"""
import contextlib
import json
import logging
import sys
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)


class Optuna:
    def __init__(self, dimensions, seed, sampler):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.peer, self.dimensions = optuna, dimensions
        self.study = optuna.create_study(sampler=sampler(optuna, seed))
        self.distributions = {d["name"]: self.distribution(d) for d in dimensions}

    def distribution(self, d):
        dist = self.peer.distributions
        if d["kind"] == "categorical":
            return dist.CategoricalDistribution(list(range(len(d["labels"]))))
        if d["kind"] == "integer":
            return dist.IntDistribution(int(d["low"]), int(d["high"]))
        return dist.FloatDistribution(d["low"], d["high"])

    def tell(self, runs):
        for run in runs:
            params = {d["name"]: value if d["kind"] == "real" else int(value) for d, value in zip(self.dimensions, run["x"])}
            self.study.add_trial(
                self.peer.trial.create_trial(params=params, distributions=self.distributions, value=run["y"])
            )

    def ask(self, count):
        # Open trials are how the sampler knows of the other members of a batch.
        trials = [self.study.ask(self.distributions) for _ in range(count)]
        points = [[trial.params[d["name"]] for d in self.dimensions] for trial in trials]
        for trial in trials:
            self.study.tell(trial, state=self.peer.trial.TrialState.FAIL)
        return points


class BoTorch:
    """SingleTaskGP, MixedSingleTaskGP with categories; qLogNEI with 10 restarts and 512 raw samples, as in its tutorials."""

    def __init__(self, dimensions, seed):
        import torch

        torch.manual_seed(seed)
        self.dimensions, self.X, self.y = dimensions, [], []
        self.categories = [k for k, d in enumerate(dimensions) if d["kind"] == "categorical"]

    def scaled(self, x):
        return [v if d["kind"] == "categorical" else (v - d["low"]) / (d["high"] - d["low"]) for d, v in zip(self.dimensions, x)]

    def raw(self, u):
        values = [v if d["kind"] == "categorical" else d["low"] + v * (d["high"] - d["low"]) for d, v in zip(self.dimensions, u)]
        return [v if d["kind"] == "real" else round(v) for d, v in zip(self.dimensions, values)]

    def tell(self, runs):
        self.X += [self.scaled(run["x"]) for run in runs]
        self.y += [-run["y"] for run in runs]

    def ask(self, count):
        import itertools

        import torch
        from botorch.acquisition import qLogNoisyExpectedImprovement
        from botorch.fit import fit_gpytorch_mll
        from botorch.models import MixedSingleTaskGP, SingleTaskGP
        from botorch.models.transforms import Standardize
        from botorch.optim import optimize_acqf, optimize_acqf_mixed
        from gpytorch.mlls import ExactMarginalLogLikelihood

        X = torch.tensor(self.X, dtype=torch.double)
        y = torch.tensor(self.y, dtype=torch.double).unsqueeze(-1)
        if self.categories:
            model = MixedSingleTaskGP(X, y, cat_dims=self.categories, outcome_transform=Standardize(1))
        else:
            model = SingleTaskGP(X, y, outcome_transform=Standardize(1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        acquisition = qLogNoisyExpectedImprovement(model, X_baseline=X, prune_baseline=True)
        high = [len(d["labels"]) - 1 if d["kind"] == "categorical" else 1 for d in self.dimensions]
        bounds = torch.tensor([[0.0] * len(high), high], dtype=torch.double)
        shared = dict(acq_function=acquisition, bounds=bounds, q=count, num_restarts=10, raw_samples=512)
        if self.categories:
            levels = [range(len(self.dimensions[k]["labels"])) for k in self.categories]
            fixed = [dict(zip(self.categories, map(float, choice))) for choice in itertools.product(*levels)]
            found, _ = optimize_acqf_mixed(fixed_features_list=fixed, **shared)
        else:
            found, _ = optimize_acqf(sequential=True, **shared)
        return [self.raw(u.tolist()) for u in found]


class BayBE:
    def __init__(self, dimensions, seed):
        from baybe import Campaign, active_settings
        from baybe.parameters import CategoricalParameter, NumericalContinuousParameter, NumericalDiscreteParameter
        from baybe.searchspace import SearchSpace
        from baybe.targets import NumericalTarget

        active_settings.random_seed = seed
        self.dimensions = dimensions

        def parameter(d):
            if d["kind"] == "categorical":
                return CategoricalParameter(name=d["name"], values=d["labels"])
            if d["kind"] == "integer":
                return NumericalDiscreteParameter(name=d["name"], values=range(int(d["low"]), int(d["high"]) + 1))
            return NumericalContinuousParameter(name=d["name"], bounds=(d["low"], d["high"]))

        space = SearchSpace.from_product([parameter(d) for d in dimensions])
        self.campaign = Campaign(space, NumericalTarget("output", minimize=True).to_objective())

    def tell(self, runs):
        import pandas

        named = [
            {d["name"]: d["labels"][int(v)] if d["kind"] == "categorical" else v for d, v in zip(self.dimensions, run["x"])}
            for run in runs
        ]
        frame = pandas.DataFrame([{**row, "output": run["y"]} for row, run in zip(named, runs)])
        self.campaign.add_measurements(frame)

    def ask(self, count):
        frame = self.campaign.recommend(batch_size=count)
        return [
            [d["labels"].index(row[d["name"]]) if d["kind"] == "categorical" else float(row[d["name"]]) for d in self.dimensions]
            for _, row in frame.iterrows()
        ]


class Ax:
    """Client with its usual generation strategy; the starts count as its initialization, so it makes no centre of its own."""

    def __init__(self, dimensions, seed):
        from ax.api.client import Client
        from ax.api.configs import ChoiceParameterConfig, RangeParameterConfig

        self.dimensions = dimensions

        def parameter(d):
            if d["kind"] == "categorical":
                return ChoiceParameterConfig(name=d["name"], values=d["labels"], parameter_type="str", is_ordered=False)
            kind = "int" if d["kind"] == "integer" else "float"
            return RangeParameterConfig(name=d["name"], bounds=(d["low"], d["high"]), parameter_type=kind)

        self.client = Client(random_seed=seed)
        self.client.configure_experiment(parameters=[parameter(d) for d in dimensions])
        self.client.configure_optimization(objective="-output")
        self.client.configure_generation_strategy(initialize_with_center=False)
        self.open = {}

    def named(self, d, value):
        if d["kind"] == "categorical":
            return d["labels"][int(value)]
        return int(value) if d["kind"] == "integer" else float(value)

    def tell(self, runs):
        for run in runs:
            # What it asked for is completed; an abandoned trial would count as pending for ever.
            index = self.open.pop(tuple(map(float, run["x"])), None)
            if index is None:
                values = {d["name"]: self.named(d, v) for d, v in zip(self.dimensions, run["x"])}
                index = self.client.attach_trial(parameters=values)
            self.client.complete_trial(trial_index=index, raw_data={"output": run["y"]})
        for index in self.open.values():
            self.client.mark_trial_failed(trial_index=index)
        self.open = {}

    def ask(self, count):
        points = []
        for index, values in self.client.get_next_trials(max_trials=count).items():
            points.append(
                [d["labels"].index(values[d["name"]]) if d["kind"] == "categorical" else values[d["name"]] for d in self.dimensions]
            )
            self.open[tuple(map(float, points[-1]))] = index
        return points


class Smac:
    """HyperparameterOptimizationFacade without an initial design of its own. It must be told whether results are exact:
    where they are not, it repeats its incumbents, each time under another seed of its own, by which it is told the result."""

    def __init__(self, dimensions, seed, noisy):
        import ConfigSpace
        from smac import HyperparameterOptimizationFacade, Scenario

        self.dimensions, self.seed, self.open = dimensions, seed, {}
        self.space = ConfigSpace.ConfigurationSpace(seed=seed)
        for d in dimensions:
            if d["kind"] == "categorical":
                self.space.add(ConfigSpace.CategoricalHyperparameter(d["name"], d["labels"]))
            elif d["kind"] == "integer":
                self.space.add(ConfigSpace.UniformIntegerHyperparameter(d["name"], int(d["low"]), int(d["high"])))
            else:
                self.space.add(ConfigSpace.UniformFloatHyperparameter(d["name"], d["low"], d["high"]))
        import tempfile

        folder = tempfile.mkdtemp()
        scenario = Scenario(self.space, deterministic=not noisy, n_trials=10_000, seed=seed, output_directory=folder)
        facade = HyperparameterOptimizationFacade
        self.smac = facade(
            scenario,
            lambda config, seed=0: 0.0,
            initial_design=facade.get_initial_design(scenario, n_configs=0),
            overwrite=True,
            logging_level=False,
        )

    def tell(self, runs):
        import ConfigSpace
        from smac.runhistory.dataclasses import TrialInfo, TrialValue

        for run in runs:
            values = {
                d["name"]: d["labels"][int(v)] if d["kind"] == "categorical" else int(v) if d["kind"] == "integer" else float(v)
                for d, v in zip(self.dimensions, run["x"])
            }
            config = ConfigSpace.Configuration(self.space, values=values)
            # By value: a configuration of ours and an equal one of its own have different hashes.
            asked = self.open.pop(tuple(map(float, run["x"])), TrialInfo(config=config, seed=self.seed))
            self.smac.tell(asked, TrialValue(cost=run["y"]))

    def ask(self, count):
        points = []
        while len(points) < count:
            trial = self.smac.ask()
            config = dict(trial.config)
            points.append(
                [d["labels"].index(config[d["name"]]) if d["kind"] == "categorical" else config[d["name"]] for d in self.dimensions]
            )
            self.open[tuple(map(float, points[-1]))] = trial
        return points


class Hebo:
    """HEBO with its Gaussian process and MACE; the starts count as its random points. It draws one of the front by chance."""

    def __init__(self, dimensions, seed):
        import numpy
        import torch
        from hebo.design_space.design_space import DesignSpace
        from hebo.optimizers.hebo import HEBO

        numpy.random.seed(seed)
        torch.manual_seed(seed)
        self.dimensions = dimensions

        def parameter(d):
            if d["kind"] == "categorical":
                return {"name": d["name"], "type": "cat", "categories": d["labels"]}
            return {"name": d["name"], "type": "int" if d["kind"] == "integer" else "num", "lb": d["low"], "ub": d["high"]}

        self.hebo = HEBO(DesignSpace().parse([parameter(d) for d in dimensions]), scramble_seed=seed)

    def tell(self, runs):
        import numpy
        import pandas

        named = [
            {d["name"]: d["labels"][int(v)] if d["kind"] == "categorical" else v for d, v in zip(self.dimensions, run["x"])}
            for run in runs
        ]
        self.hebo.observe(pandas.DataFrame(named), numpy.array([[run["y"]] for run in runs]))

    def ask(self, count):
        return [
            [d["labels"].index(row[d["name"]]) if d["kind"] == "categorical" else float(row[d["name"]]) for d in self.dimensions]
            for _, row in self.hebo.suggest(n_suggestions=count).iterrows()
        ]


class Vizier:
    """GP-UCB-PE, the default algorithm of OSS Vizier, without its service."""

    def __init__(self, dimensions, seed):
        import jax
        from vizier import pyvizier

        # Not by vizier.algorithms.designers, which imports packages of other designers.
        from vizier._src.algorithms.designers.gp_ucb_pe import VizierGPUCBPEBandit

        self.dimensions, self.vizier, self.made = dimensions, pyvizier, 0
        problem = pyvizier.ProblemStatement()
        for d in dimensions:
            if d["kind"] == "categorical":
                problem.search_space.root.add_categorical_param(d["name"], d["labels"])
            elif d["kind"] == "integer":
                problem.search_space.root.add_int_param(d["name"], int(d["low"]), int(d["high"]))
            else:
                problem.search_space.root.add_float_param(d["name"], d["low"], d["high"])
        goal = pyvizier.ObjectiveMetricGoal.MINIMIZE
        problem.metric_information.append(pyvizier.MetricInformation("output", goal=goal))
        self.designer = VizierGPUCBPEBandit(problem, rng=jax.random.PRNGKey(seed))

    def tell(self, runs):
        from vizier.algorithms import ActiveTrials, CompletedTrials

        trials = []
        for run in runs:
            self.made += 1
            values = {
                d["name"]: d["labels"][int(v)] if d["kind"] == "categorical" else int(v) if d["kind"] == "integer" else v
                for d, v in zip(self.dimensions, run["x"])
            }
            trial = self.vizier.Trial(parameters=values, id=self.made)
            trial.complete(self.vizier.Measurement({"output": run["y"]}))
            trials.append(trial)
        self.designer.update(CompletedTrials(trials), ActiveTrials())

    def ask(self, count):
        return [
            [
                d["labels"].index(found.parameters.get_value(d["name"]))
                if d["kind"] == "categorical"
                else found.parameters.get_value(d["name"])
                for d in self.dimensions
            ]
            for found in self.designer.suggest(count)
        ]


PEERS = {
    "Optuna GP": lambda d, seed: Optuna(d, seed, lambda optuna, s: optuna.samplers.GPSampler(seed=s)),
    "Optuna TPE": lambda d, seed: Optuna(d, seed, lambda optuna, s: optuna.samplers.TPESampler(seed=s)),
    "BoTorch qLogNEI": BoTorch,
    "Ax": Ax,
    "BayBE": BayBE,
    "SMAC3": Smac,
    "HEBO": Hebo,
    "OSS Vizier": Vizier,
}


def main():
    task = json.loads(sys.stdin.readline())
    out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        told = {"noisy": task["noisy"]} if task["peer"] == "SMAC3" else {}
        peer = PEERS[task["peer"]](task["dimensions"], task["seed"], **told)
        begin = time.process_time()
        for line in sys.stdin:
            message = json.loads(line)
            peer.tell(message["runs"])
            points = [[float(v) for v in point] for point in peer.ask(message["count"])]
            print(json.dumps({"points": points, "cpu": time.process_time() - begin}), file=out, flush=True)


main()
