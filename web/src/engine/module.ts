// The compiled C++: fetching it, starting it, and passing texts to and fro. bindings/wasm_module.cpp is the other side.
import { EngineError } from './errors.ts';
import { announceMissingFile } from './missing_file.ts';
import { wasi } from './wasi.ts';

interface Exports extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  readonly _initialize: () => void;
  readonly make_room: (size: number) => number;
  readonly text: () => number;
  readonly text_size: () => number;
  readonly set_position: () => number;
  readonly play: () => number;
  readonly fen: () => number;
  readonly key: () => bigint;
  readonly legal_actions: () => number;
  readonly moves_of: (isWhite: number) => number;
  readonly paths: () => number;
  readonly perft: (depth: number) => bigint;
  readonly evaluate: () => number;
  readonly set_hash: (megabytes: number) => number;
  readonly new_game: () => void;
  readonly set_contempt: (contempt: number) => void;
  readonly set_level: (level: number, seed: number, ladder: number) => void;
  readonly check_setup: () => number;
  readonly begin_game: (touchMove: number) => number;
  readonly apply_event: () => number;
  readonly game_state: () => number;
  readonly explain: () => number;
  readonly write_record: () => number;
  readonly write_record_onto: (index: number) => number;
  readonly read_record: (index: number) => number;
  readonly read_records: () => number;
  readonly format_records: () => number;
  readonly format_record: (index: number) => number;
  readonly read_tree: (index: number) => number;
  readonly write_tree: () => number;
  readonly all_actions: () => number;
  readonly search: (depth: number, nodes: number, seconds: number, lines: number) => number;
  readonly solve: (turns: number, nodes: number, seconds: number) => number;
  readonly solve_each: (turns: number, nodes: number) => number;
  readonly judge: (hold: number, turns: number, nodes: number) => number;
  readonly accepts_draw: (isWhite: number, onRepetition: number) => number;
}

/** What a running search calls. */
export interface Listener {
  report(text: string): void;
  shouldStop(): boolean;
}

/** Where the build puts the compiled engine, seen from here and from the compiled form of this file alike. */
export const WASM_URL = new URL('../../wasm/barragoon.wasm', import.meta.url);

/** Compiles while the bytes come in where the server names their type, and all the same where it does not. */
export async function fetchModule(url: URL | string = WASM_URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (response.status === 404) announceMissingFile(String(url));
  if (!response.ok) throw new EngineError(`the engine could not be fetched: the server answered ${response.status}`);
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

const QUIET: Listener = { report: () => undefined, shouldStop: () => false };

/** One running copy of the module, with memory of its own. */
export class Instance {
  readonly #exports: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #listener = QUIET;

  private constructor(start: (imports: WebAssembly.Imports) => WebAssembly.Instance) {
    const imports = {
      barragoon: {
        report: (at: number, size: number) => {
          this.#listener.report(this.#read(at, size));
        },
        should_stop: () => (this.#listener.shouldStop() ? 1 : 0),
      },
      wasi_snapshot_preview1: wasi(() => this.#exports.memory),
    };
    this.#exports = start(imports).exports as Exports;
    this.#exports._initialize();
  }

  static of(module: WebAssembly.Module): Instance {
    return new Instance((imports) => new WebAssembly.Instance(module, imports));
  }

  /** Calls a function of the module with a text; what it gives, or its sentence as an error where it could not be done. */
  ask(text: string | Uint8Array, call: (exports: Exports) => number): string {
    const bytes = typeof text === 'string' ? this.#encoder.encode(text) : text;
    const at = this.#exports.make_room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    const done = call(this.#exports);
    const given = this.#read(this.#exports.text(), this.#exports.text_size());
    if (!done) throw new EngineError(given);
    return given;
  }

  /** Calls a function that takes and gives no text. */
  call<T>(call: (exports: Exports) => T): T {
    return call(this.#exports);
  }

  /** Does something while a listener hears what a search reports. */
  listening<T>(listener: Listener, act: () => T): T {
    this.#listener = listener;
    try {
      return act();
    } finally {
      this.#listener = QUIET;
    }
  }

  #read(at: number, size: number): string {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, at >>> 0, size));
  }
}
