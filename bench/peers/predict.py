"""BoTorch's side of predict.bench.ts: posterior mean and deviation at given points with given hyperparameters."""
import json
import os
import statistics
import sys
import time

import torch

from model import fixed_model

torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
clock = time.process_time if torch.get_num_threads() == 1 else time.perf_counter
request = json.load(sys.stdin)
Xs = torch.tensor(request["Xs"], dtype=torch.float64).reshape(-1, 6)
results = []
for data in request["sets"]:
    model = fixed_model(data, request["theta"])

    def predict():
        with torch.no_grad():
            posterior = model.posterior(Xs)
            return posterior.mean, posterior.variance.sqrt()

    mean, std = predict()
    times = []
    stop = time.perf_counter() + 2
    while len(times) < 5 or (time.perf_counter() < stop and len(times) < 50):
        start = clock()
        predict()
        times.append(clock() - start)
    results.append({"n": data["n"], "median": statistics.median(times), "mean": mean.flatten().tolist(), "std": std.flatten().tolist()})
print(json.dumps({"botorch": results}))
