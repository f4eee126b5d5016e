"""Makes sequences.json: plain Sobol and Halton points of SciPy 1.17.1 (scipy.stats.qmc)."""
import json, pathlib
from scipy.stats import qmc

wide = qmc.Sobol(1111, scramble=False, bits=30).random(64)
out = {
    'made_with': 'scipy 1.17.1',
    'sobol_4': qmc.Sobol(4, scramble=False).random(32).tolist(),
    'sobol_row_57_of_1111': wide[57].tolist(),
    'halton_6': qmc.Halton(6, scramble=False).random(20).tolist(),
}
pathlib.Path(__file__).with_name('sequences.json').write_text(json.dumps(out))
