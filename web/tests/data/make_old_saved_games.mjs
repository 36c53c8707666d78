// Makes old_saved_games.json: what the page of commit 0fcaace, the one before the events got their present words, kept in
// a browser. It drives that page in Chromium, then replays every game with the rules of that commit to note how it stood.
//
// Usage, in web/: check out and build 0fcaace elsewhere, run its server, then
//   CHROMIUM=/usr/bin/chromium node tests/data/make_old_saved_games.mjs FOLDER_OF_THE_OLD_CHECKOUT http://127.0.0.1:PORT
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [folder, address] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--mute-audio'] });
const context = await browser.newContext({
  locale: 'en-GB',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
});
const page = await context.newPage();
page.setDefaultTimeout(20_000);

// -- what a person does ------------------------------------------------------------------------------------------

const press = (name) => page.getByRole('button', { name }).filter({ visible: true }).last().click();
const saved = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('barragoon.game.')));

async function tap(...squares) {
  for (const square of squares) {
    const box = await page.locator(`[role=gridcell][data-square=${square}]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
}

/** Moves such as d2d5, placements such as @d6x: typed, as the sheet More lets one. */
async function type(actions) {
  for (const action of actions.split(' ')) {
    await page.locator('.words.yours').waitFor();
    await press('More');
    await page.locator('dialog input').fill(action);
    await press('Play it');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
}

/** Waits until the computer has answered, and places what is due. */
async function yours() {
  await page.locator('.words.yours').waitFor();
  for (const square of ['g1', 'a1', 'g9', 'a9', 'd1', 'd9']) {
    if ((await page.locator('.middle.placing').count()) === 0) return;
    if ((await page.locator(`.piece[data-square=${square}]`).count()) > 0) continue;
    await type(`@${square}x`);
    await page.locator('.words.yours').waitFor();
  }
}

async function offer(name = 'Offer a draw') {
  await press('Draw');
  await page.locator('dialog').getByRole('button', { name, exact: true }).click();
}

async function resign() {
  await press('Resign');
  await press('Yes, resign');
}

/** Begins a game on the first screen, with these options set. */
async function begin(button, options = {}) {
  await page.goto(address);
  if (options.colour) await page.getByText(options.colour, { exact: true }).first().click();
  await page.getByText('Options').click();
  if (options.clock) await page.getByLabel('Clock').selectOption({ label: options.clock });
  if (options.touch) await page.getByLabel(/Touch-move/).check();
  if (options.noTakeBacks) await page.getByLabel('Allow take-backs').uncheck();
  if (options.open) await page.getByLabel(/Open: the first/).check();
  for (const [colour, stage] of Object.entries(options.stages ?? {}))
    await page.getByLabel(colour).last().selectOption(stage);
  await press(button);
  await page.locator('[role=grid]').first().waitFor();
}

/** Opens a file. */
async function open(text) {
  await page.goto(`${address}/games`);
  const buffer = Buffer.from(text);
  await page.locator('input[type=file]').setInputFiles({ name: 'game.bgn', mimeType: 'text/plain', buffer });
  await page.locator('[role=grid]').first().waitFor();
}

const position = (fen, tags = '') => open(`${tags}[FEN "${fen}"]\n\n*\n`);
const TWO = /Two at one device/;
const TO_AND_FRO = 'd2d4 d8d6 d4d2 d6d8';

// -- the games ---------------------------------------------------------------------------------------------------

const GAMES = {
  'two, with a capture and take-backs': async () => {
    await begin(TWO);
    await tap('d2', 'd5', 'd8', 'd5');
    await type('@d6x @d4N');
    await press('Take back');
    await press('Take back');
    await type('@d7+ @a9e e2e4');
    await press('Take back');
  },
  'two, a placement is due': async () => {
    await begin(TWO, { open: true, noTakeBacks: true });
    await tap('d2', 'd5', 'd8', 'd5');
  },
  'two, touch-move, touched and not moved': async () => {
    await begin(TWO, { touch: true });
    await type('d2d4');
    await tap('e8');
  },
  'two, touch-move, a tile that cannot move was touched first': async () => {
    await begin(TWO, { touch: true });
    await tap('c1', 'd2', 'd5', 'd8', 'd5');
    await type('@d6x @d4N');
    await tap('c2', 'c2', 'e2');
  },
  'two, touch-move, taken back': async () => {
    await begin(TWO, { touch: true });
    await tap('d2', 'd5', 'e8', 'e6');
    await press('Take back');
    await tap('d8', 'd6');
  },
  'two, with clocks': async () => {
    await begin(TWO, { clock: '10 min + 5 s a turn' });
    await type('d2d4 d8d6 e2e4');
  },
  'two, lost on time': async () => {
    await begin(TWO, { clock: '3 min + 2 s a turn' });
    await page.clock.install();
    await page.reload();
    await type('d2d4');
    await page.clock.fastForward('05:00');
    await page.locator('.banner.over').waitFor();
  },
  'two, a draw is offered': async () => {
    await begin(TWO);
    await type('d2d4');
    await offer();
  },
  'two, a draw was declined and taken back': async () => {
    await begin(TWO);
    await offer();
    await type('d2d4');
    await press('Decline');
    await press('Take back');
    await page.getByText('White offers a draw.').waitFor();
  },
  'two, a draw was declined, taken back and accepted': async () => {
    await begin(TWO);
    await offer();
    await type('d2d4');
    await press('Decline');
    await press('Take back');
    await press('Accept');
  },
  'two, a draw declined by acting, taken back and declined': async () => {
    await begin(TWO);
    await offer();
    await type('d2d4 d8d6');
    await press('Take back');
    await press('Decline');
    await type('e8e6');
  },
  'two, an offer taken back with its turn': async () => {
    await begin(TWO);
    await type('d2d4');
    await offer();
    await press('Take back');
    await offer();
    await type('d2d5');
  },
  'two, a claim was declined': async () => {
    await begin(TWO);
    await type(`${TO_AND_FRO} ${TO_AND_FRO} ${TO_AND_FRO}`);
    await offer('Offer a draw on the repetition');
    await press('Decline');
  },
  'two, a claim was declined by acting, taken back and accepted': async () => {
    await begin(TWO);
    await type(`${TO_AND_FRO} ${TO_AND_FRO} ${TO_AND_FRO}`);
    await offer('Offer a draw on the repetition');
    await type('d2d5');
    await press('Take back');
    await press('Accept');
  },
  'two, a claim was declined and taken back with its turn': async () => {
    await begin(TWO);
    await type(`${TO_AND_FRO} ${TO_AND_FRO} ${TO_AND_FRO}`);
    await offer('Offer a draw on the repetition');
    await press('Decline');
    await press('Take back');
    await type('d6d8');
    await offer('Offer a draw on the repetition');
  },
  'two, resigned': async () => {
    await begin(TWO);
    await type('d2d4');
    await resign();
  },
  'agreed draw': async () => {
    await begin(TWO);
    await type('d2d4');
    await offer();
    await press('Accept');
  },
  'draw by repetition': async () => {
    await begin(TWO);
    await type(`${TO_AND_FRO} ${TO_AND_FRO} ${TO_AND_FRO}`);
    await offer('Offer a draw on the repetition');
    await press('Accept');
  },
  'draw by inescapable repetition': async () => {
    await position('7/7/7/7/7/x1x4/1>1x3/^1Y4/V<vx3 w - 0 00 1');
    const ring = 'a1c3 c1a3 c3a1 a3c1';
    await type(`${ring} ${ring} ${ring}`);
    await offer('Offer a draw on the repetition');
  },
  'dead position': () => position('4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4 w - 0 00 1'),
  'no tiles': async () => {
    await position('7/7/7/7/3z3/7/3Z3/7/7 w - 0 00 30');
    await type('d3d5');
  },
  blocked: async () => {
    await position('z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1');
    await type('d1d4 @a8x');
  },
  'two, with express stages': async () => {
    await begin(TWO, { stages: { White: '2', Brown: '2' } });
    await type('d2d4');
  },
  'express rule': () => position('3v3/2d1z2/7/7/3x3/4Z2/7/x1D4/Zx5 w - 18 20 1'),
  'against the computer, with a take-back and a draw offered': async () => {
    await begin('Begin', { colour: 'White' });
    await tap('b1', 'a3');
    await yours();
    await tap('e2', 'e3');
    await yours();
    await press('Take back');
    await yours();
    await tap('c2', 'c3');
    await yours();
    await offer();
    await page.getByText('Brown declines the draw.').waitFor();
    await tap('c3', 'c2');
    await yours();
  },
  'against the computer as Brown, with clocks': async () => {
    await begin('Begin', { colour: 'Brown', clock: '5 min + 3 s a turn' });
    await yours();
    await tap('d8', 'd6');
    await yours();
  },
  'against the computer, resigned': async () => {
    await begin('Begin', { colour: 'White', stages: { White: '0', Brown: '1' } });
    await tap('d2', 'd4');
    await yours();
    await resign();
  },
  'against the computer of a file, a draw was offered': async () => {
    await position(
      '7/2d1z2/7/7/3x3/7/7/2Z1D2/7 w - 18 00 1',
      '[White "Ann"]\n[Brown "Computer"]\n[BrownLevel "1"]\n[BrownSeed "7"]\n',
    );
    await tap('c2', 'c3');
    await yours();
    await offer();
    await page.waitForTimeout(3_000);
  },
  'a file with comments and a variation': () =>
    open(
      '[Event "Friday"]\n[White "Ann"]\n[Brown "Ben"]\n[Annotator "Cid"]\n\n' +
        '1. d2d5 {bold} d8xd5@d6x@d4N (1... d8d6 2. e2e4) 2. e2e4 $1 e8e6 {and so on} *\n',
    ),
  'a file of a finished game': () =>
    open('[White "Ann"]\n[Brown "Ben"]\n[Result "0-1"]\n[Termination "resignation"]\n\n1. d2d5 d8xd5@d6x@d4N 0-1\n'),
};

// -- writing -----------------------------------------------------------------------------------------------------

const names = {};
for (const [name, play] of Object.entries(GAMES)) {
  const before = await page.goto(address).then(saved);
  await play();
  await page.goto(address); // a game with a running clock is saved when it is left
  for (const key of (await saved()).filter((one) => !before.includes(one))) names[key] = name;
  console.log(name);
}
await press('Settings');
await page.getByLabel('Language').selectOption('de');
await page.getByLabel('Spielplan').selectOption('slate');
await page.getByLabel(/Züge bestätigen/).check();
await page.getByLabel('Ton').uncheck();
await page.waitForTimeout(500);
const storage = await page.evaluate(() => ({ ...localStorage }));
await browser.close();

const { Game } = await import(pathToFileURL(`${folder}/web/build/engine/game.js`).href);
const assets = `${folder}/src/barragoon/server/page/assets`;
const wasm = readdirSync(assets).find((file) => file.endsWith('.wasm'));
const module = await WebAssembly.compile(readFileSync(`${assets}/${wasm}`));
const rules = new Game(module);

function standing() {
  const { fen, turns, touched, outcome, offer, duty, mayClaim } = rules.state();
  return { fen, turns: turns.map(({ text }) => text), touched, outcome, offer, duty, mayClaim };
}

const games = Object.entries(names).map(([key, name]) => {
  const kept = JSON.parse(storage[key]);
  rules.begin(kept.start, kept.touchMove);
  for (const event of kept.events) rules.apply(event);
  return { name, saved: kept, expected: standing() };
});

/** Whole numbers below a bound, the same in every run. */
let seed = 10;
function below(bound) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * bound);
}
const pick = (list) => list[below(list.length)];

/** Random events by the old rules: offers, claims, touches and take-backs in any order, far more than people make. */
function randomEvents(start, touchMove, pattern = []) {
  rules.begin(start, touchMove);
  const events = [];
  for (let tries = 0; tries < 60 && rules.state().outcome === null; tries += 1) {
    const state = rules.state();
    const colour = pick(['white', 'brown']);
    const legal = [...state.placements, ...state.moves.map(({ start: from, target }) => from + target)];
    const habit = pattern[state.steps.length % pattern.length];
    const move = legal.includes(habit) && below(12) > 0 ? habit : pick(legal);
    const others = [`offer ${colour}`, `accept ${colour}`, `decline ${colour}`, 'back', 'back'];
    if (touchMove) others.push(`touch ${pick(['d2', 'e8', 'c1', 'd5', 'd4'])}`);
    const claim = state.mayClaim === null ? null : `claim ${state.mayClaim}`;
    const event = claim !== null && below(2) === 0 ? claim : below(3) === 0 ? pick(others) : move;
    if (event.startsWith('accept') && below(4) > 0) continue; // most games shall go on
    try {
      rules.apply(event);
      events.push(event);
    } catch {
      continue; // it was not possible then
    }
  }
  return { start, touchMove, events, expected: standing() };
}
const CLOSED = '1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1';
const FEW_MOVES = '7/7/7/7/7/x1x4/1>1x3/^1Y4/V<vx3 w - 0 00 1'; // they repeat themselves
const many = (length, start, pattern) =>
  Array.from({ length }, (_, index) => randomEvents(start, index % 4 === 3, pattern));
const random = [...many(15, CLOSED), ...many(5, FEW_MOVES), ...many(30, CLOSED, TO_AND_FRO.split(' '))];

const others = Object.fromEntries(Object.entries(storage).filter(([key]) => !key.startsWith('barragoon.game.')));
const lines = (list) => list.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
writeFileSync(
  'tests/data/old_saved_games.json',
  `{\n  "others": ${JSON.stringify(others)},\n  "games": [\n${lines(games)}\n  ],\n  "random": [\n${lines(random)}\n  ]\n}\n`,
);
