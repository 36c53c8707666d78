// The engine of this page: fetched once, compiled once, started when first needed.
import { fetchModule, startEngine } from './browser.ts';
import type { EngineClient } from './client.ts';

let module: Promise<WebAssembly.Module> | undefined;
let engine: Promise<EngineClient> | undefined;

export function engineModule(): Promise<WebAssembly.Module> {
  module ??= fetchModule().catch((error: unknown) => {
    module = undefined; // the net may be back next time
    throw error;
  });
  return module;
}

/** The one that runs, or a new one if it has failed. */
export async function engineClient(): Promise<EngineClient> {
  const running = engine;
  if (running !== undefined && (await running).isClosed && engine === running) engine = undefined;
  engine ??= engineModule()
    .then((compiled) => startEngine(compiled))
    .catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
  return engine;
}
