// The real server, for all tests of a run: `barragoon serve` on a free port, its games in a folder that is thrown away.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly address: string;
  }
}

const COMMAND = process.env['BARRAGOON'] ?? '../.venv/bin/barragoon';

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'barragoon-e2e-'));
  const server = spawn(COMMAND, ['serve', '--no-browser', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      BARRAGOON_LOG_LEVEL: 'warning',
      BARRAGOON_OPEN_GAMES_PER_PLAYER: '100',
      BARRAGOON_AWAY_SECONDS: '1', // so that a tenth of a short game is waited for
    },
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const found = /is at (http\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('the server ended before it said where it is')));
  });
  project.provide('address', address);
  return async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
}
