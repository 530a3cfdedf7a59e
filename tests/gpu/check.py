#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks of check.sh: captures on one backend and judges what the files, the commands and the times say."""
import argparse
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import trace_facts
from trace_facts import Trace, covers, end, nanoseconds

STEPS = 5
# Kernels of the default step, in the order of its operators, worked out from its definition.
STEP_KERNELS = [
    "sgemm_32x8192x2048_nt", "gelu_32x8192", "sgemm_32x2048x8192_nt", "squared_difference_32x2048", "reduce_mean_65536",
    "fill_1", "mse_backward_32x2048", "sgemm_2048x8192x32_tn", "sgemm_32x8192x2048_nn", "gelu_backward_32x8192",
    "sgemm_8192x2048x32_tn", "multi_tensor_mul_2x33554432", "multi_tensor_lerp_2x33554432",
    "multi_tensor_mul_2x33554432", "multi_tensor_addcmul_2x33554432", "multi_tensor_sqrt_2x33554432",
    "multi_tensor_div_2x33554432", "multi_tensor_add_2x33554432", "multi_tensor_addcdiv_2x33554432",
]
BATCH_BYTES = 32 * 2048 * 4


class Report:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, good, detail=""):
        self.passed += bool(good)
        self.failed += not good
        print(f"{'PASS' if good else 'FAIL'}  {name}{': ' + str(detail) if detail != '' else ''}", flush=True)
        return good

    def skip(self, name, why):
        self.skipped += 1
        print(f"SKIP  {name}: {why}", flush=True)


class Machine:
    """The programs under test and where their files go."""

    def __init__(self, build, backend, folder):
        self.build = os.path.abspath(build)
        self.backend = backend
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, program, *arguments, seconds=120):
        command = [os.path.join(self.build, program), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return subprocess.CompletedProcess(command, -1, "", str(error))
        return done

    def capture(self, name, *arguments, backend=None, seconds=120):
        done = self.run("stepglass-capture", "-o", self.path(name), "--backend", backend or self.backend, *arguments,
                        seconds=seconds)
        lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done, lines

    def command(self, report, name, *arguments):
        """JSON of a stepglass command. None if it fails, or if the program does not run here for want of Qt."""
        done = self.run("stepglass", *arguments)
        why = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        if done.returncode in (-1, 127):
            report.skip(name, why)
            return None
        try:
            return json.loads(done.stdout)
        except ValueError:
            report.check(name, False, why)
            return None


def losses(lines):
    """Loss by step, of the lines that follow a step."""
    return {line["step"]: line["loss"] for line in lines if "loss" in line and line["state"] in
            ("waiting", "warmup", "active")}


def check_machine(report, machine):
    done = machine.run("stepglass-capture", "--doctor")
    backends = {b["name"]: b for b in json.loads(done.stdout)["backends"]} if done.returncode == 0 else {}
    mine = backends.get(machine.backend, {})
    good = report.check(f"doctor: {machine.backend} is usable", mine.get("usable"),
                        mine.get("device") or mine.get("remedy") or done.stderr.strip())
    for test in ("tst_cupti_records", "tst_cuda_messages", "tst_cuda_device"):
        if not os.path.exists(os.path.join(machine.build, test)):
            report.skip(f"unit test {test}", "not built")
            continue
        done = machine.run(test)
        totals = re.findall(r"^Totals: .*", done.stdout, re.M)
        if totals:
            report.check(f"unit test {test}", done.returncode == 0, totals[-1])
        else:
            report.skip(f"unit test {test}", done.stderr.strip() or "it does not run here")
    return good


def check_linking(report, trace):
    work = trace.device_work()
    unlaunched = [w for w in work if trace.launch(w) is None]
    report.check("every kernel, copy and memset is linked to its call", work and not unlaunched,
                 f"{len(work) - len(unlaunched)} of {len(work)}")
    wrong = [w for w in work if trace.operator(w) is None or trace.launch(w) is None or
             not covers(trace.operator(w), trace.launch(w))]
    report.check("External id names the operator that was open at the launch", work and not wrong,
                 f"{len(work) - len(wrong)} of {len(work)}" + (f", first wrong: {wrong[0]['name']}" if wrong else ""))
    starts = set(trace.flow_keys("s"))
    ends = trace.flow_keys("f")
    report.check("every arrow that arrives at device work has left a call", ends and all(e in starts for e in ends),
                 f"{len(ends)} arrive")
    lags = [nanoseconds(w["ts"] - trace.launch(w)["ts"]) for w in work if trace.launch(w)]
    report.check("no device work starts before its call (clocks agree)", lags and min(lags) >= 0,
                 f"least {min(lags, default=0)} ns, median {statistics.median(lags or [0]):.0f} ns")


def check_step_content(report, trace):
    steps = trace.steps()
    report.check(f"{STEPS} steps are in the trace", len(steps) == STEPS, [s["name"] for s in steps])
    named = [k["name"] for k in sorted(trace.kernels, key=lambda k: trace.launch(k)["ts"] if trace.launch(k) else 0)]
    others = sorted(set(named) - set(STEP_KERNELS))
    ours = [n for n in named if n in STEP_KERNELS]
    report.check(f"the {len(STEP_KERNELS)} kernels of each step, in order", ours == STEP_KERNELS * STEPS,
                 f"{len(ours)} kernels" + (f", and of the libraries: {others}" if others else ""))
    for region in ("forward", "backward", "optimizer_step"):
        shadows = [e for e in trace.of("gpu_user_annotation") if e["name"] == region]
        report.check(f"region {region} has a shadow on the device in each step", len(shadows) == STEPS, len(shadows))
    copies = trace.copies
    batches = [c for c in copies if c["name"] == "Memcpy HtoD (Pinned -> Device)"]
    readbacks = [c for c in copies if c["name"].startswith("Memcpy DtoH (Device -> Pinned)")]
    report.check("two pinned batch copies a step, of the right bytes",
                 len(batches) == 2 * STEPS and all(c["args"]["bytes"] == BATCH_BYTES for c in batches),
                 sorted({(c["name"], c["args"]["bytes"]) for c in copies}))
    report.check("one pinned read-back of 4 bytes a step",
                 len(readbacks) == STEPS and all(c["args"]["bytes"] == 4 for c in readbacks), len(readbacks))
    report.check("copies have their bandwidth", copies and all(
        c["args"].get("memory bandwidth (GB/s)", 0) > 0 for c in copies if c["dur"] > 0))
    report.check("work of one stream does not overlap", trace_facts.overlaps_on_a_stream(trace.kernels) == 0)
    threads = trace.thread_names()
    on_autograd = [c for c in trace.calls if "autograd" in threads.get(c["tid"], "")]
    report.check("the backward pass launches from the autograd thread", len(on_autograd) >= 5 * STEPS,
                 f"{len(on_autograd)} calls")
    unnamed = {c["tid"] for c in trace.calls} - set(threads)
    report.check("every thread that calls the device has a name", not unnamed, sorted(unnamed) or "")


def check_cuda_args(report, trace):
    wanted = ("grid", "block", "registers per thread", "shared memory", "blocks per SM", "warps per SM",
              "est. achieved occupancy %", "device", "context", "stream", "correlation", "External id")
    lacking = [(k["name"], a) for k in trace.kernels for a in wanted if a not in k["args"]]
    report.check("kernels have grid, block, registers, occupancy", not lacking, lacking[:3] or "")
    shares = [k["args"].get("est. achieved occupancy %", -1) for k in trace.kernels]
    report.check("occupancy is a share", shares and all(0 <= s <= 100 for s in shares), f"{min(shares)}..{max(shares)}")
    kinds = {s["args"]["cuda_sync_kind"] for s in trace.of("cuda_sync")}
    known = {"Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"}
    report.check("synchronisation rows say their kind", kinds and kinds <= known, sorted(kinds))
    wide = [s for s in trace.of("cuda_sync") if s["args"]["cuda_sync_kind"] == "Context Sync"]
    report.check("device-wide ones have stream -1", wide and all(s["args"]["stream"] == -1 for s in wide), len(wide))
    properties = trace.head["deviceProperties"]
    report.check("the head describes the device and the versions", properties and properties[0].get("numSms", 0) > 0 and
                 trace.head.get("cupti_version") and trace.head.get("cuda_driver_version"),
                 properties[0].get("name") if properties else "")
    overhead = trace.of("overhead")
    print(f"note  {len(overhead)} overhead rows, {len(trace.of('cuda_driver'))} driver calls, kernels as CUDA names them: "
          + ", ".join(sorted({re.sub(r'[<(].*', '', k['args'].get('kernel', '?')).split('::')[-1][:40]
                              for k in trace.kernels})))


def check_baseline(report, machine):
    done, lines = machine.capture("baseline.json", "--active", str(STEPS))
    if not report.check("capture of the default step ends well", done.returncode == 0 and lines and
                        lines[-1]["state"] == "finished", done.stderr.strip()):
        return None
    trace = Trace(machine.path("baseline.json"))
    report.check("nothing was dropped", lines[-1]["dropped"] == 0 and trace.dropped() == 0, lines[-1]["dropped"])
    report.check("it ran on what was asked for", trace.head["backend"] == machine.backend, lines[-1]["device"])
    check_linking(report, trace)
    check_step_content(report, trace)
    if machine.backend == "cuda":
        check_cuda_args(report, trace)
    done, reference = machine.capture("cpu.json", "--active", str(STEPS), backend="cpu")
    mine, cpus = losses(lines), losses(reference)
    off = [abs(mine[s] - cpus[s]) / abs(cpus[s]) for s in cpus if s in mine]
    report.check("losses are those of the cpu within 1e-4", len(off) == len(cpus) >= STEPS and max(off) <= 1e-4,
                 f"{len(off)} steps, largest difference {max(off, default=1):.1e}")
    return trace


def check_commands(report, machine, trace):
    path = machine.path("baseline.json")
    info = machine.command(report, "info", "info", path, "--json")
    if info is not None:
        health = info["health"]
        report.check("info: everything read is shown", health["read"] == health["shown"] + health["set_aside"] and
                     health["set_aside"] == 0, f"{health['read']} read")
        report.check("info: counts the kernels", info["counts"]["by_kind"].get("kernel") == len(trace.kernels))
        report.check("info: no device work before its launch", info["counts"].get("starts_before_launch", 0) == 0)
    table = machine.command(report, "table", "table", path, "--format", "json")
    if table is not None:
        calls = {(r["name"], r["on"]): r["calls"] for r in table["rows"]}
        report.check("table: two mlp::linear a step", calls.get(("mlp::linear", "host")) == 2 * STEPS)
        gemm = sum(nanoseconds(k["dur"]) for k in trace.kernels if trace.operator(k) and
                   trace.operator(k)["name"] == "mlp::mm")
        row = [r for r in table["rows"] if r["name"] == "mlp::mm" and r["on"] == "host"]
        report.check("table: mlp::mm has the device time of its kernels", row and row[0]["self_device_ns"] == gemm,
                     f"{gemm} ns")


def check_presets(report, machine):
    done = machine.run("stepglass-capture", "--presets")
    presets = json.loads(done.stdout)
    for preset in presets:
        name = preset["name"]
        path = machine.path(f"preset-{name}.json")
        done, lines = machine.capture(f"preset-{name}.json", "--preset", name)
        if done.returncode != 0:
            report.check(f"preset {name} is captured", False, done.stderr.strip())
            continue
        trace = Trace(path)
        report.check(f"preset {name}: nothing dropped, every kernel linked", lines[-1]["dropped"] == 0 and
                     all(trace.launch(k) for k in trace.kernels), f"{lines[-1]['step_ms']:.2f} ms a step")
        found = machine.command(report, f"preset {name}: findings", "findings", path, "--json")
        if found is None:
            continue
        severities = {f["id"]: f["severity"] for f in found["findings"]}
        high = sorted(i for i, s in severities.items() if s in ("warn", "high"))
        if preset["finding"]:
            report.check(f"preset {name}: shows {preset['finding']}", preset["finding"] in high, high)
        elif preset["counterpart"]:
            of_pair = next(p["finding"] for p in presets if p["name"] == preset["counterpart"])
            report.check(f"preset {name}: {of_pair} is gone", of_pair not in high, high)
        else:
            report.check(f"preset {name}: no finding", not high, high)


def check_overhead(report, machine):
    steps = "100" if machine.backend == "cuda" else "10" # a step takes about a millisecond there
    done = machine.run("stepglass-capture", "--benchmark", "--overhead", "--steps", steps, "--backend", machine.backend,
                       seconds=150)
    result = json.loads(done.stdout) if done.returncode == 0 and done.stdout else {}
    overhead = result.get("overhead")
    if not overhead:
        report.skip("overhead of recording", done.stderr.strip() or "the benchmark does not report it")
        return
    low, high = overhead["interval"]
    report.check("recording costs at most 2 % of the step (or that lies within the noise)", low <= 1.02,
                 f"ratio {overhead['ratio']:.4f}, 95 % interval {low:.4f} to {high:.4f}, "
                 f"step {result['wall_ns']['median'] / 1e6:.3f} ms")


def check_after_capture(report, machine):
    """Steps between two cycles are no slower than before the first: nothing of the profiler stays on."""
    done, lines = machine.capture("cycles.json", "--wait", "12", "--warmup", "2", "--active", "3", "--repeat", "3")
    if done.returncode != 0:
        report.check("three cycles are captured", False, done.stderr.strip())
        return
    # The first steps of all load kernels and fill caches. The fastest step is the one that other processes spare; what
    # stayed on would slow all of both later waits down.
    before = [line["step_ms"] for line in lines if line["state"] == "waiting" and 4 <= line["step"] < 12]
    after = [line["step_ms"] for line in lines if line["state"] == "waiting" and 18 <= line["step"]]
    ratio = min(after) / min(before) if before and after else 0
    report.check("a step after a capture takes what it took before, within 10 %", 0 < ratio <= 1.10, f"{ratio:.3f}")
    each = [Trace(machine.path(f"cycles.{cycle}.json")) for cycle in (1, 2, 3)]
    report.check("each cycle has its own whole trace", all(len(t.steps()) == 3 for t in each) and
                 all(t.launch(w) and t.operator(w) for t in each for w in t.device_work()))


def check_stopping(report, machine):
    for name, number in (("SIGINT", signal.SIGINT), ("SIGKILL", signal.SIGKILL)):
        path = machine.path(f"{name}.json")
        agent = subprocess.Popen([os.path.join(machine.build, "stepglass-capture"), "-o", path, "--backend",
                                  machine.backend, "--active", "100000", "--warmup", "1", "--wait", "0"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(6)
        agent.send_signal(number)
        try:
            code = agent.wait(timeout=20)
        except subprocess.TimeoutExpired:
            agent.kill()
            report.check(f"{name} ends the capture", False, "still running after 20 s")
            continue
        if number == signal.SIGINT:
            trace = Trace(path)
            report.check("SIGINT leaves a closed file, all of it linked", code == 0 and trace.steps() and
                         all(trace.launch(w) for w in trace.device_work()), f"{len(trace.steps())} steps")
            continue
        lines = open(path, encoding="utf-8").read().split("\n")
        whole = [json.loads(line.rstrip(",")) for line in lines[1:-1] if line.strip() not in ("", "]}")]
        kernels = [e for e in whole if e.get("cat") == "kernel"]
        last = max((end(e) for e in whole if e.get("ph") == "X"), default=0)
        behind = (last - max((end(k) for k in kernels), default=0)) / 1000
        report.check("SIGKILL leaves all but the last lines", len(whole) > 100 and kernels and behind < 400,
                     f"{len(whole)} events; the newest kernel is {behind:.0f} ms older than the newest event")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--backend", required=True)
    options = parser.parse_args()
    started = time.monotonic()
    report = Report()
    with tempfile.TemporaryDirectory(prefix="stepglass-check-") as folder:
        machine = Machine(options.build, options.backend, folder)
        if check_machine(report, machine):
            trace = check_baseline(report, machine)
            if trace:
                check_commands(report, machine, trace)
            check_presets(report, machine)
            check_overhead(report, machine)
            check_after_capture(report, machine)
            check_stopping(report, machine)
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped in "
          f"{time.monotonic() - started:.0f} s on backend {options.backend}")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
