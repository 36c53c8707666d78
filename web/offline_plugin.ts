// Makes the service worker when the page is built: the list of its files, and a version that changes with any of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const WORKER = new URL('src/offline/service_worker.js', import.meta.url);
const PUBLIC = new URL('public/', import.meta.url);

/** The files of the page that are not built, by their paths. */
function publicFiles(): string[] {
  const entries = readdirSync(PUBLIC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const folder = PUBLIC.pathname.length;
  return entries.map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('//', '/').slice(folder)).sort();
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post', // after the HTML is made
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      const fixed = publicFiles();
      for (const name of fixed) hash.update(readFileSync(new URL(name, PUBLIC)));
      const built = Object.values(bundle).sort((one, other) => one.fileName.localeCompare(other.fileName));
      for (const part of built) hash.update(part.type === 'chunk' ? part.code : part.source);
      const files = [...built.map(({ fileName }) => fileName), ...fixed].map((name) => `/${name}`);
      const isPuzzles = (name: string): boolean => name.startsWith('/puzzles/');
      const source = readFileSync(WORKER, 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
        .replace("['__FILES__']", JSON.stringify(files.filter((name) => !isPuzzles(name))))
        .replace("['__PUZZLES__']", JSON.stringify(files.filter(isPuzzles)));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
