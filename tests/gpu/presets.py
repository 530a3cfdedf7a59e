#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures every preset several times and prints how often it shows what it is made for:
    python3 tests/gpu/presets.py [--build build/release] [--backend emulated] [--rounds 10] [--same 20] [--only tiny-ops]
A problem has its finding on top, its remedy does not have it, `compare` of all their captures calls the remedy faster,
and baseline against baseline is called neither faster nor slower. Machines change their speed from run to run, so a
side of a comparison is several captures, taken in turn with the other side's (three of the baseline); what single
captures would say is printed beside it. Meant for a machine that is otherwise idle; about seven minutes on two cores.
Exit code 1 where a rate is missed: 9 of 10 for the presets, 1 false verdict of 20 for the baseline."""
import argparse
import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


class Commands:
    def __init__(self, build, backend, folder):
        self.build = os.path.abspath(build)
        self.backend = backend
        self.folder = folder

    def run(self, *arguments):
        done = subprocess.run([os.path.join(self.build, "stepglass"), *arguments], capture_output=True, text=True,
                              timeout=300, check=False)
        return done

    def capture(self, preset, number):
        path = os.path.join(self.folder, f"{preset}.{number}.json")
        done = self.run("capture", "--preset", preset, "--backend", self.backend, "-o", path)
        if done.returncode != 0:
            sys.exit(f"preset {preset} could not be captured: {done.stderr.strip()}")
        return path

    def json_of(self, *arguments):
        done = self.run(*arguments, "--json")
        try:
            return json.loads(done.stdout)
        except ValueError:
            sys.exit(f"stepglass {' '.join(arguments)}: {done.stderr.strip()}")


class Tally:
    """What the captures of one preset showed."""

    def __init__(self):
        self.captures = 0
        self.top = collections.Counter()    # what stood on top, "-" for nothing
        self.fired = collections.Counter()
        self.values = collections.defaultdict(list)
        self.step_ms = []

    def add(self, findings, steps):
        self.captures += 1
        fired = [f["id"] for f in findings if f["severity"] in ("warn", "high")]
        self.top[fired[0] if fired else "-"] += 1
        self.fired.update(fired)
        for finding in findings:
            self.values[finding["id"]].append(finding["value"])
        whole = [s["dur_ns"] / 1e6 for s in steps if not s["boundary"]]
        self.step_ms.append(statistics.median(whole))


def listed(counter):
    return ", ".join(f"{name} {count}" for name, count in counter.most_common()) or "nothing"


def print_presets(presets, tallies):
    """The table of findings; the number of presets that miss 9 of 10."""
    finding_of = {p["name"]: p["finding"] for p in presets}
    missed = 0
    print(f"{'preset':16} {'step ms':>9}  {'wanted':26} {'held':>7}  {'value, min to max':20} on top | fired")
    for preset in presets:
        name = preset["name"]
        tally = tallies.get(name)
        if not tally:
            continue
        n = tally.captures
        if preset["finding"]:
            about, wanted, held = preset["finding"], f"{preset['finding']} on top", tally.top[preset["finding"]]
        elif preset["counterpart"]:
            about = finding_of[preset["counterpart"]]
            wanted, held = f"no {about}", n - tally.fired[about]
        else:
            about, wanted, held = None, "no finding", tally.top["-"]
        good = held >= 0.9 * n
        missed += not good
        values = tally.values.get(about, [])
        spread = f"{min(values):.1f} to {max(values):.1f} %" if values else ""
        print(f"{name:16} {statistics.median(tally.step_ms):9.2f}  {wanted:26} {held:3}/{n:<3}{' ' if good else '!'}"
              f"  {spread:20} {listed(tally.top)} | {listed(tally.fired)}")
    return missed


def compare_pairs(commands, presets, paths):
    missed = 0
    for preset in presets:
        if not preset["finding"] or preset["name"] not in paths or preset["counterpart"] not in paths:
            continue
        verdicts = collections.Counter()
        for problem, remedy in zip(paths[preset["name"]], paths[preset["counterpart"]]):
            verdicts[commands.json_of("compare", problem, remedy)["verdict"]] += 1
        together = commands.json_of("compare", *paths[preset["name"]], "--to", *paths[preset["counterpart"]])
        total = sum(verdicts.values())
        good = together["verdict"] == "faster"
        missed += not good
        print(f"compare {preset['name']} -> {preset['counterpart']}: {together['verdict']}{'' if good else ' !'}, "
              f"{together['delta_percent']:+.1f} %, noise floor {together['noise_floor_percent']:.1f} %; "
              f"one capture a side: {listed(verdicts)} of {total}")
    return missed


SIDE = 3  # captures of the baseline on each side of a comparison


def captures_for(comparisons):
    """Six captures A B A B A B make a comparison; the next one begins three later."""
    return SIDE * (comparisons + 1) if comparisons > 0 else 0


def compare_same(commands, paths):
    verdicts, single = collections.Counter(), collections.Counter()
    for first in range(0, len(paths) - 2 * SIDE + 1, SIDE):
        six = paths[first:first + 2 * SIDE]
        verdicts[commands.json_of("compare", *six[::2], "--to", *six[1::2])["verdict"]] += 1
        single[commands.json_of("compare", *six[:2])["verdict"]] += 1
    total = sum(verdicts.values())
    good = verdicts["faster"] + verdicts["slower"] <= total / 20
    print(f"compare baseline -> baseline, {SIDE} captures a side: {listed(verdicts)} of {total}{'' if good else ' !'}; "
          f"one capture a side: {listed(single)}")
    return 0 if good else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--backend", default="emulated")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--same", type=int, default=20, help="comparisons of baseline with baseline")
    parser.add_argument("--only", action="append", default=[], help="a preset; its counterpart comes with it")
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="stepglass-presets-") as folder:
        commands = Commands(options.build, options.backend, folder)
        capture = os.path.join(commands.build, "stepglass-capture")
        presets = json.loads(subprocess.run([capture, "--presets"], capture_output=True, text=True, check=True).stdout)
        chosen = [p["name"] for p in presets
                  if not options.only or p["name"] in options.only or p["counterpart"] in options.only]
        tallies = {name: Tally() for name in chosen}
        paths = {name: [] for name in chosen}
        wanted = {name: options.rounds for name in chosen}
        if "baseline" in wanted:
            wanted["baseline"] = max(options.rounds, captures_for(options.same))
        for number in range(max(wanted.values())):
            for name in chosen:
                if number >= wanted[name]:
                    continue
                paths[name].append(commands.capture(name, number))
                tallies[name].add(commands.json_of("findings", paths[name][-1])["findings"],
                                  commands.json_of("steps", paths[name][-1])["devices"][0]["steps"])
        missed = print_presets(presets, tallies)
        missed += compare_pairs(commands, presets, paths)
        if "baseline" in chosen and options.same > 0:
            missed += compare_same(commands, paths["baseline"])
    print(f"{missed} rates missed, {time.monotonic() - started:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
