"""A BoTorch model with hyperparameters set by hand: Matern-5/2 ARD with an output scale, constant mean, homoscedastic noise."""
import math

import torch
from botorch.models import SingleTaskGP
from gpytorch.kernels import MaternKernel, ScaleKernel


def fixed_model(data, theta):
    d = len(theta) - 3
    X = torch.tensor(data["X"], dtype=torch.float64).reshape(-1, d)
    y = torch.tensor(data["y"], dtype=torch.float64).reshape(-1, 1)
    model = SingleTaskGP(X, y, covar_module=ScaleKernel(MaternKernel(nu=2.5, ard_num_dims=d)), outcome_transform=None)
    model = model.to(torch.float64)
    model.covar_module.base_kernel.lengthscale = torch.tensor([math.exp(t) for t in theta[:d]], dtype=torch.float64)
    model.covar_module.outputscale = math.exp(theta[d])
    model.likelihood.noise = math.exp(theta[d + 1])
    model.mean_module.constant.data.fill_(theta[d + 2])
    return model.eval()
