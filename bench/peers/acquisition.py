"""BoTorch's side of acquisition.bench.ts: qLogExpectedImprovement with its gradient for batches of q points."""
import json
import os
import statistics
import sys
import time

import torch
from botorch.acquisition.logei import qLogExpectedImprovement
from botorch.sampling.normal import SobolQMCNormalSampler

from model import fixed_model

torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
clock = time.process_time if torch.get_num_threads() == 1 else time.perf_counter
request = json.load(sys.stdin)
results = []
for case in request["cases"]:
    model = fixed_model(case, request["theta"])
    q = case["q"]
    sampler = SobolQMCNormalSampler(sample_shape=torch.Size([case["samples"]]), seed=1)
    sampler.register_buffer("base_samples", torch.tensor(case["Z"], dtype=torch.float64).reshape(case["samples"], 1, q))
    acquisition = qLogExpectedImprovement(model, best_f=case["best"], sampler=sampler)
    Xs = torch.tensor(case["Xs"], dtype=torch.float64).reshape(-1, q, 6)

    def evaluate():
        X = Xs.clone().requires_grad_(True)
        values = acquisition(X)
        (gradient,) = torch.autograd.grad(values.sum(), X)
        return values.detach(), gradient

    values, gradient = evaluate()
    times = []
    stop = time.perf_counter() + 2
    while len(times) < 5 or (time.perf_counter() < stop and len(times) < 100):
        start = clock()
        evaluate()
        times.append(clock() - start)
    results.append({"median": statistics.median(times), "values": values.tolist(), "gradient": gradient.flatten().tolist()})
print(json.dumps({"botorch": results}))
