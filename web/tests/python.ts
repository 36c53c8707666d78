// Asking the Python library, which is the reference: each line of a script's output is one answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const PYTHON = process.env['BARRAGOON_PYTHON'] ?? fileURLToPath(new URL('.venv/bin/python', ROOT));

export async function* answers<T>(script: string, ...args: readonly number[]): AsyncGenerator<T, void, undefined> {
  const path = fileURLToPath(new URL(`tests/web/${script}`, ROOT));
  const child = spawn(PYTHON, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as T;
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
}
