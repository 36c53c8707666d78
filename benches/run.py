"""Run every benchmark: ``make bench``."""

from __future__ import annotations

import import_time
import legal_actions
import native_engine
import outcome
import perft_leaves
import positions
import reading
import stopping
import verdicts
import wasm_engine

if __name__ == "__main__":
    for bench in (
        import_time,
        legal_actions,
        positions,
        perft_leaves,
        outcome,
        reading,
        native_engine,
        stopping,
        wasm_engine,
        verdicts,
    ):
        print(f"\n{(bench.__doc__ or '').splitlines()[0]}")
        bench.main()
