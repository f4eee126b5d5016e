"""The peers' side of bench/quality.bench.ts: one campaign of one peer at its defaults, a point at a time.

The first line of the standard input is {peer, seed, dimensions: [{name, low, high}]}; for each point, printed as [x, ...] on a
line of its own, the next line is the measured output, to be minimized. An empty line ends it; then the CPU seconds spent on
asking and telling are printed. Print-outs of the peers go to the standard error.
"""
import contextlib
import json
import logging
import sys
import time
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)


def baybe(dimensions, seed):
    """Campaign with its default recommender: one random point, then BoTorch."""
    import pandas
    from baybe import Campaign, active_settings
    from baybe.parameters import NumericalContinuousParameter
    from baybe.searchspace import SearchSpace
    from baybe.targets import NumericalTarget

    active_settings.random_seed = seed
    parameters = [NumericalContinuousParameter(name=name, bounds=(low, high)) for name, low, high in dimensions]
    campaign = Campaign(SearchSpace.from_product(parameters), NumericalTarget("y", minimize=True).to_objective())
    while True:
        recommended = campaign.recommend(batch_size=1)
        point = [float(recommended[name].iloc[0]) for name, _, _ in dimensions]
        recommended["y"] = yield point
        campaign.add_measurements(recommended)


def optuna(dimensions, seed, deterministic=True):
    """GPSampler: ten random trials, then its Gaussian process; told whether the outputs are exact."""
    import optuna as peer

    study = peer.create_study(sampler=peer.samplers.GPSampler(seed=seed, deterministic_objective=deterministic))
    while True:
        trial = study.ask()
        value = yield [trial.suggest_float(name, low, high) for name, low, high in dimensions]
        study.tell(trial, value)


def alchemist(dimensions, seed, backend, strategy):
    """Ten points of its Latin hypercube, then train_model and suggest_next."""
    from alchemist_core import OptimizationSession

    session = OptimizationSession()
    session.set_config(random_state=seed, verbose=False)
    for name, low, high in dimensions:
        session.add_variable(name, "real", bounds=(low, high))
    first = session.generate_initial_design("lhs", random_seed=seed)
    while True:
        inputs = first.pop(0) if first else suggested(session, backend, strategy)
        point = {name: float(inputs[name]) for name, _, _ in dimensions}
        session.add_experiment(point, output=(yield list(point.values())))


def suggested(session, backend, strategy):
    session.train_model(backend=backend)
    return session.suggest_next(strategy=strategy, goal="minimize").iloc[0]


PEERS = {
    "BayBE": baybe,
    "Optuna GP": optuna,
    "Optuna GP with noise": lambda dimensions, seed: optuna(dimensions, seed, deterministic=False),
    "ALchemist EI": lambda dimensions, seed: alchemist(dimensions, seed, "sklearn", "EI"),
    "ALchemist LogEI": lambda dimensions, seed: alchemist(dimensions, seed, "botorch", "LogEI"),
}


def main():
    task = json.loads(sys.stdin.readline())
    out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        dimensions = [(one["name"], one["low"], one["high"]) for one in task["dimensions"]]
        campaign = PEERS[task["peer"]](dimensions, task["seed"])
        point = next(campaign)
        begin = time.process_time()
        while True:
            print(json.dumps(point), file=out, flush=True)
            said = sys.stdin.readline().strip()
            if said == "":
                break
            point = campaign.send(float(said))
        print(json.dumps(time.process_time() - begin), file=out, flush=True)


main()
