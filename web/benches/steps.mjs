// How long one step through a game of 150 actions takes in a browser, back and forward, on the analysis board and in a
// finished game: scripts, styles and layout, as multiples of laying out 1,000 shapes in the same browser, and as a share
// of a frame. Build the page and compile first ("make page", "npm run build"), then: node benches/steps.mjs [profile]
// With a word, the functions that took most of the time are listed too.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { Game, START } from '../build/engine/index.js';
import { readModule } from '../build/engine/node.js';
import { play } from './games.mjs';

const ACTIONS = 150;
/** What a step may take, in milliseconds: one frame of most screens. */
const FRAME = 16;
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
const ROUNDS = 4;
const isProfiled = process.argv.length > 2;

const module = await readModule();

/** A game that was given up after so many actions, as a file. */
function longGame() {
  for (let seed = 1; ; seed += 1) {
    const actions = play(module, [4, 5], seed, ACTIONS);
    if (actions.length < ACTIONS) continue;
    const game = new Game(module);
    game.begin(START.fen);
    for (const action of actions) game.apply(action);
    if (game.state().outcome === null) game.apply('resign white');
    return game.record({ White: 'Ann', Brown: 'Ben' });
  }
}

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'barragoon-bench-'));
  const server = spawn('../.venv/bin/barragoon', ['serve', '--no-browser', '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      const found = /is at (http\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const close = () => {
    server.once('exit', () => rmSync(folder, { recursive: true }));
    server.kill();
  };
  return { address, close };
}

/** Runs in the page: what laying out 1,000 shapes takes, at best. */
function layoutTime() {
  const times = [];
  for (let round = 0; round < 15; round += 1) {
    const began = performance.now();
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    for (let shape = 0; shape < 1000; shape += 1) {
      const one = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
      one.setAttribute('x', String(shape % 40));
      svg.append(one);
    }
    document.body.append(svg);
    svg.getBoundingClientRect();
    times.push(performance.now() - began);
    svg.remove();
  }
  return Math.min(...times);
}

/** Runs in the page: what each press of a key takes until all that it changed is laid out, in the order of the keys. */
async function walk({ keys }) {
  const times = [];
  for (const key of keys) {
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - began);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return times;
}

/** The functions in which most time was spent themselves, with their share. */
function heaviest({ nodes, samples }) {
  const named = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const counts = new Map();
  for (const id of samples) {
    const { functionName, url, lineNumber, columnNumber } = named.get(id);
    const name = `${functionName || '(no name)'} ${url.split('/').at(-1)}:${lineNumber}:${columnNumber}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const listed = [...counts].filter(([name]) => !/^\((idle|program)\)/.test(name));
  return listed
    .sort((one, two) => two[1] - one[1])
    .slice(0, 15)
    .map(([name, count]) => `    ${((100 * count) / samples.length).toFixed(1)} % ${name}`);
}

async function measure(browser, address, size, file) {
  const context = await browser.newContext({ ...SCREENS[size], reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${address}/games`);
  await page.locator('input[type=file]').setInputFiles({ name: 'game.bgn', mimeType: 'text/plain', buffer: file });
  await page.locator('[role=grid]').first().waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  for (const [what, path] of [
    ['a finished game', `/local/${id}`],
    ['the analysis board', `/analyse/local/${id}`],
  ]) {
    await page.goto(address + path);
    await page.locator('[role=grid]').first().waitFor();
    await page.keyboard.press('Home');
    const shapes = await page.evaluate(layoutTime);
    const session = await context.newCDPSession(page);
    if (isProfiled) {
      await session.send('Profiler.enable');
      await session.send('Profiler.setSamplingInterval', { interval: 200 });
      await session.send('Profiler.start');
    }
    const keys = ['ArrowRight', 'ArrowLeft'].flatMap((key) => Array.from({ length: ACTIONS - 1 }, () => key));
    // The same steps again and again: what a busy machine adds falls on others each time.
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await page.evaluate(walk, { keys }));
    const times = keys.map((_, step) => Math.min(...rounds.map((round) => round[step]))).sort((one, two) => one - two);
    const at = (share) => times[Math.floor(share * (times.length - 1))];
    const share = Math.round((100 * at(0.95)) / FRAME);
    console.log(
      `${what}, ${size}: ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms` +
        ` = ${(at(0.5) / shapes).toFixed(2)} layouts of 1,000 shapes; ${share} % of a frame of ${FRAME} ms`,
    );
    if (isProfiled) console.log(heaviest((await session.send('Profiler.stop')).profile).join('\n'));
  }
  await context.close();
}

const file = Buffer.from(longGame());
const server = await serve();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const size of Object.keys(SCREENS)) await measure(browser, server.address, size, file);
await browser.close();
server.close();
