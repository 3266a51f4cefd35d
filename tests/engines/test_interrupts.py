"""An interrupt between any two instructions stops a kernel: no hang, and no kernel left at work."""

from __future__ import annotations

import subprocess
import sys

#: Interrupts one run after the other, each an instruction later than the one before.
PROGRAM = """
import sys, time
from shoal.engines import local

local.POLL_SECONDS = 0.002
at_work = []

def kernel(control):
    at_work.append(1)
    try:
        for _ in range(5):
            if control.cancelled:
                raise RuntimeError("cancelled")
            time.sleep(0.001)
    finally:
        at_work.pop()
    return 42

def interrupted_at(instruction):
    seen = 0

    def trace(frame, event, argument):
        nonlocal seen
        frame.f_trace_opcodes = True
        seen += event == "opcode"
        if seen == instruction:
            raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        local.run(kernel, progress=lambda *figures: None)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False

instruction = 1
while interrupted_at(instruction):
    assert not at_work, instruction
    instruction += 1
print(instruction)
"""


def test_an_interrupt_at_any_instruction_stops_the_kernel():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100, "the program must have interrupted at least this often"
