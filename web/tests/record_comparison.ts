// Mutated game files, read here and by Python: the same JSON and the same text, byte for byte.
import { Buffer } from 'node:buffer';
import { Instance } from '../src/engine/module.ts';
import { answers } from './python.ts';

interface Answer {
  readonly file: string;
  readonly json: string;
  readonly text: string;
}

/** How many files were read alike. */
export async function compareRecords(module: WebAssembly.Module, seed: number, count: number): Promise<number> {
  const instance = Instance.of(module);
  let alike = 0;
  for await (const { file, json, text } of answers<Answer>('mutated_records.py', seed, count)) {
    const bytes = Buffer.from(file, 'base64');
    if (instance.ask(bytes, (wasm) => wasm.read_records()) !== json) throw new Error(`read otherwise: ${file}`);
    if (instance.ask(bytes, (wasm) => wasm.format_records()) !== text) throw new Error(`written otherwise: ${file}`);
    alike += 1;
  }
  return alike;
}
