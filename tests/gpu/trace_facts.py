# SPDX-License-Identifier: GPL-3.0-or-later
"""What a captured trace says, read with nothing but Python's json, so that it can judge the product's own reading."""
import json

DEVICE_CATEGORIES = ("kernel", "gpu_memcpy", "gpu_memset")
CALL_CATEGORIES = ("cuda_runtime", "cuda_driver")


def nanoseconds(microseconds):
    return round(microseconds * 1000)


class Trace:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.head = json.load(file)
        self.events = self.head["traceEvents"]
        self.slices = [e for e in self.events if e["ph"] == "X"]
        self.kernels = self.of("kernel")
        self.copies = self.of("gpu_memcpy")
        self.sets = self.of("gpu_memset")
        self.operators = self.of("cpu_op")
        self.regions = self.of("user_annotation")
        self.calls = [e for e in self.slices if e["cat"] in CALL_CATEGORIES]
        self.call_of = {}
        for call in self.calls:
            correlation = call.get("args", {}).get("correlation")
            if correlation is not None:
                self.call_of.setdefault(correlation, call)
        self.scope_of = {e["args"]["External id"]: e for e in self.operators + self.regions}

    def of(self, category):
        return [e for e in self.slices if e.get("cat") == category]

    def device_work(self):
        return self.kernels + self.copies + self.sets

    def steps(self):
        steps = [e for e in self.regions if e["name"].startswith("ProfilerStep#")]
        return sorted(steps, key=lambda e: e["ts"])

    def launch(self, work):
        return self.call_of.get(work["args"].get("correlation"))

    def operator(self, work):
        return self.scope_of.get(work["args"].get("External id"))

    def dropped(self):
        return sum(e["args"]["count"] for e in self.events if e["ph"] == "M" and e["name"] == "dropped_records")

    def thread_names(self):
        return {e["tid"]: e["args"]["name"] for e in self.events if e["ph"] == "M" and e["name"] == "thread_name"}

    def flow_keys(self, phase):
        return [e["id"] for e in self.events if e["ph"] == phase and e["cat"] == "ac2g"]


def end(event):
    return event["ts"] + event["dur"]


def covers(outer, inner):
    """The outer slice was open when the inner began, on the same thread."""
    same = outer["pid"] == inner["pid"] and outer["tid"] == inner["tid"]
    return same and outer["ts"] <= inner["ts"] <= end(outer)


def overlaps_on_a_stream(work):
    streams = {}
    for one in sorted(work, key=lambda e: e["ts"]):
        streams.setdefault((one["pid"], one["tid"]), []).append(one)
    return sum(1 for row in streams.values() for a, b in zip(row, row[1:]) if end(a) > b["ts"] + 0.0005)
