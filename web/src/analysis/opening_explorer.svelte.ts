// The opening table as a screen has it: loaded when it is first looked at, once for all studies.
import { Engine } from '../engine/engine.ts';
import { announceMissingFile } from '../engine/missing_file.ts';
import { OpeningTable, type FoundOpening } from './opening_table.ts';

/** How the file is read; another one in tests. */
export type ReadTable = () => Promise<string>;

async function fetchTable(): Promise<string> {
  const url = new URL('../../../docs/theory/openings.json', import.meta.url);
  const response = await fetch(url);
  if (response.status === 404) announceMissingFile(String(url));
  if (!response.ok) throw new Error(`the opening table: ${response.status}`);
  return response.text();
}

let kept: Promise<OpeningTable> | undefined;

export class OpeningExplorer {
  table = $state.raw<OpeningTable | null>(null);
  hasFailed = $state(false);
  readonly #module: WebAssembly.Module;
  readonly #read: ReadTable;

  constructor(module: WebAssembly.Module, read: ReadTable = fetchTable) {
    this.#module = module;
    this.#read = read;
  }

  /** What failed is tried again when it is asked for again. */
  async load(): Promise<void> {
    this.hasFailed = false;
    try {
      kept ??= this.#read().then((text) => OpeningTable.read(text, new Engine(this.#module)));
      this.table = await kept;
    } catch {
      kept = undefined;
      this.hasFailed = true;
    }
  }

  lookUp(fen: string): FoundOpening | null {
    return this.table?.lookUp(fen) ?? null;
  }
}
