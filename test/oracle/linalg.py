"""Makes linalg.json: factors, inverses, eigenvalues and least squares at 50 digits, rounded to the nearest double. Needs mpmath."""
import json
import random

from mpmath import mp

mp.dps = 50
random.seed(11)


def matrix(n, m):
    return [[random.randint(-64, 64) / 16 for _ in range(m)] for _ in range(n)]


def flat(M):
    return [float(M[i, j]) for i in range(M.rows) for j in range(M.cols)]


cases = []
for n, p in [(3, 1), (4, 2), (6, 3), (9, 5), (14, 8)]:
    rows = matrix(n, p)
    X = mp.matrix(rows)
    M = X.T * X + mp.eye(p) / 8
    y = mp.matrix(n, 1)
    for i in range(n):
        y[i] = random.randint(-64, 64) / 16
    L = mp.cholesky(M)
    inverse = M**-1
    gram = X.T * X
    beta = gram**-1 * (X.T * y)
    residuals = y - X * beta
    hat = X * gram**-1 * X.T
    shift = mp.matrix(p, 1)
    for i in range(p):
        shift[i] = random.randint(-64, 64) / 16
    cases.append(
        {
            "n": n,
            "p": p,
            "X": flat(X),
            "M": flat(M),
            "y": flat(y),
            "L": flat(L),
            "inverse": flat(inverse),
            "logDeterminant": float(mp.log(mp.det(M))),
            "eigenvalues": sorted(float(v) for v in mp.eigsy(M, eigvals_only=True)),
            "coefficients": flat(beta),
            "gramInverse": flat(gram**-1),
            "residuals": flat(residuals),
            "leverage": [float(hat[i, i]) for i in range(n)],
            "b": flat(shift),
            "solution": flat(inverse * shift),
            "cube": flat(M * M * M),
        }
    )
with open("linalg.json", "w") as out:
    json.dump({"about": "mpmath at 50 digits; made with linalg.py", "cases": cases}, out, separators=(",", ":"))
