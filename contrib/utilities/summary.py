#!/usr/bin/env python3
"""Prints one table of what the tutorials measured.

    contrib/utilities/summary.py RESULTS_DIRECTORY

The directory holds step-1.json and step-2.json, and the VTU files and pictures
whose names are printed below the table.
"""

import json
import pathlib
import sys


def step_1_rows(results):
    """Poisson with cell-wise multigrid: one row for each level."""
    for result in results:
        if result["name"] == "solve":
            parameters, metrics = result["parameters"], result["metrics"]
            yield [
                "step-1 Poisson Q3",
                parameters["device"],
                f"{parameters['unknowns']}",
                f"{metrics['cycles']} cycles",
                f"{metrics['seconds']:.4f}",
                f"{metrics['dofs_per_second']:.2e}",
                f"L2 error {metrics['l2_error']:.2e}",
            ]


def step_2_rows(results):
    """Elastic beam with blocked multigrid, and MueLu on the same matrix."""
    for result in results:
        parameters, metrics = result["parameters"], result["metrics"]
        solver = "" if result["name"] == "tessera" else " (MueLu)"
        yield [
            f"step-2 beam Q{parameters['degree']}{solver}",
            parameters["device"],
            f"{parameters['unknowns']}",
            f"{metrics['iterations']} iterations",
            f"{metrics['solve']:.4f}",
            f"{parameters['unknowns'] / metrics['solve']:.2e}",
            f"residual {metrics['residual']:.2e}",
        ]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: summary.py RESULTS_DIRECTORY")
    folder = pathlib.Path(sys.argv[1])
    rows = [["problem", "device", "unknowns", "effort", "solve s", "DoF/s", "accuracy"]]
    for name, make_rows in [("step-1", step_1_rows), ("step-2", step_2_rows)]:
        file = folder / f"{name}.json"
        if not file.is_file():
            sys.exit(f"summary.py: {file} is missing; run {name} with --json {file}.")
        rows += make_rows(json.loads(file.read_text())["results"])

    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    print()
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print()
    for pattern in ["*.vtu", "*.png"]:
        for file in sorted(folder.glob(pattern)):
            print(file.resolve())


if __name__ == "__main__":
    main()
