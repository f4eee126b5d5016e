"""tinygp's side of fit.bench.ts: the likelihood alone, by the optimizer of its tutorials (jaxopt.ScipyMinimize), compiled before it is timed."""
import json
import os
import statistics
import sys
import time

THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
if THREADS == 1:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp
import jaxopt
import numpy
from tinygp import GaussianProcess, kernels, transforms


def loss(theta, X, y):
    scaled = transforms.Linear(jnp.exp(-theta["log_lengthscales"]), kernels.Matern52(distance=kernels.distance.L2Distance()))
    process = GaussianProcess(jnp.exp(theta["log_variance"]) * scaled, X, diag=jnp.exp(theta["log_noise"]))
    return -process.log_probability(y)


def fit(X, y):
    y = jnp.asarray((y - y.mean()) / y.std())
    X = jnp.asarray(X)
    initial = {"log_lengthscales": jnp.zeros(X.shape[1]), "log_variance": jnp.asarray(0.0), "log_noise": jnp.asarray(0.0)}
    solver = jaxopt.ScipyMinimize(fun=loss)
    solver.run(initial, X, y)
    times = []
    for _ in range(3 if len(y) <= 200 else 1):
        start = time.process_time()
        found = solver.run(initial, X, y)
        times.append(time.process_time() - start)
    theta = found.params
    values = [*theta["log_lengthscales"].tolist(), theta["log_variance"].item(), theta["log_noise"].item(), 0.0]
    return {"cpu": statistics.median(times), "evaluations": int(found.state.num_fun_eval), "theta": values}


request = json.load(sys.stdin)
print(json.dumps([fit(numpy.array(s["X"]).reshape(s["n"], -1), numpy.array(s["y"])) for s in request["sets"]]))
