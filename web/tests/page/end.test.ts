import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Annotation } from '../../src/board/annotation.ts';
import { drawAnnotations } from '../../src/board/draw_annotations.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { Game, type GameEvent } from '../../src/engine/game.ts';
import { LADDER } from '../../src/engine/ladder.ts';
import { resultWords } from '../../src/languages/words.ts';
import { keptColour, keepColour, keepTerms, keptOpponent, keptTerms } from '../../src/play/kept_choices.ts';
import { LocalTable } from '../../src/play/local_table.svelte.ts';
import { keep, playComputer, PLAIN_TERMS } from '../../src/play/new_game.ts';
import { list, load, save, type SavedGame } from '../../src/play/saved_games.ts';
import { recordAgainst, sequelOf } from '../../src/play/sequel.ts';
import { drawWalledIn, EndShow, inOrder } from '../../src/screens/game/end_show.svelte.ts';
import TableView from '../../src/screens/game/TableView.svelte';
import { localEntry } from '../../src/screens/games/game_list.ts';
import { settings } from '../../src/settings/settings.svelte.ts';

vi.mock('../../src/sound/sounds.ts', () => ({ playSound: vi.fn() }));

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  localStorage.clear();
  settings.motion = false;
});
afterEach(() => {
  vi.useRealTimers();
});

const nobody = new Promise<EngineClient>(() => undefined);

/** White takes on d4 and walls in Brown's last tile with No Way on a8. */
const LAST_TURN = '[FEN "z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1"]\n\n1. d1xd4@a8x *\n';

function open(text: string): LocalTable {
  const rules = new Game(module);
  const read = rules.read(text);
  const saved = load(keep(read, rules.state(), { record: rules.formatRecord(text, 0), mayHaveComputers: true }));
  if (!saved) throw new Error('not kept');
  return new LocalTable(module, saved, nobody);
}

// -- what is lit -----------------------------------------------------------------------------------------------------

test('a walled-in tile and what holds it are known at the end', () => {
  const table = open(LAST_TURN);
  expect(table.state.outcome).toEqual({ winner: 'white', reason: 'blocked' });
  expect(table.walledIn).toEqual([{ square: 'a9', holders: expect.arrayContaining(['a8', 'b9']) as unknown }]);
});

test('who resigns has nothing walled in', () => {
  const table = open('1. d2d4 *\n');
  table.send('resign brown');
  expect(table.state.outcome?.reason).toBe('resignation');
  expect(table.walledIn).toEqual([]);
});

test('tiles light up one by one, the one that the last barragoon holds as the last', () => {
  vi.useFakeTimers();
  const tiles = [
    { square: 'a9', holders: ['a8'] },
    { square: 'g9', holders: ['g8'] },
  ] as const;
  expect(inOrder(tiles, 'a8').map(({ square }) => square)).toEqual(['g9', 'a9']);
  const show = new EndShow();
  const seen: (number | null)[] = [];
  show.begin(2, false);
  for (let passed = 0; passed < 8; passed += 1) {
    seen.push(show.lit);
    vi.advanceTimersByTime(100);
  }
  expect(new Set(seen)).toEqual(new Set([0, 1, 2]));
  show.end();
  expect(show.lit).toBeNull();
  show.begin(2, false); // it was seen: nobody waits again
  expect(show.lit).toBe(2);
});

test('where nothing moves, all tiles are lit at once, and without any there is no show', () => {
  const show = new EndShow();
  show.begin(3, true);
  expect(show.lit).toBe(3);
  show.begin(0, true);
  expect(show.lit).toBeNull();
});

const CELLS = new Map([
  ['a9', 'z'],
  ['a8', 'x'],
  ['b9', 'Z'],
  ['d4', 'D'],
] as const);

test('what holds a tile has a rim, what does not matter fades, the last barragoon has a rim of its own', () => {
  const tiles = [{ square: 'a9', holders: ['a8', 'b9'] }] as const;
  const drawn = drawWalledIn({ tiles, lit: 1, cells: CELLS, last: 'a8', isLost: false });
  const of = (kind: Annotation['kind']): string[] =>
    drawn.flatMap((one) => (one.kind === kind && 'square' in one ? one.square : []));
  expect(of('fade')).toEqual(['d4']);
  expect(of('tint')).toEqual(['a9']);
  expect(of('rim').sort()).toEqual(['a8', 'a8', 'b9']);
  expect(of('number')).toEqual(['a9']);
  const { over, under } = drawAnnotations(drawn, CELLS, 'white');
  expect(over).toMatch(/<circle r="43.5" class="rim may"/);
  expect(over).toMatch(/<rect [^>]*class="rim ran"[^>]*stroke-width="7"/);
  expect(under).toContain('--chosen');
  const lost = drawAnnotations(drawWalledIn({ tiles, lit: 1, cells: CELLS, last: 'a8', isLost: true }), CELLS, 'white');
  expect(lost.over).toContain('var(--takes)');
});

// -- the card --------------------------------------------------------------------------------------------------------

async function view(table: LocalTable, look: () => void): Promise<void> {
  const shown = mount(TableView, { target: document.body, props: { table, onsettings: () => undefined } });
  flushSync();
  try {
    look();
  } finally {
    await unmount(shown);
    table.leave();
  }
}

const text = (selector: string): string =>
  document.querySelector(selector)?.textContent.replace(/\s+/g, ' ').trim() ?? '';

function press(name: string): void {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)?.click();
  flushSync();
}

test('a card says how it ended and leads to the review; a tap shows the plain board', async () => {
  const table = open(LAST_TURN);
  await view(table, () => {
    expect(text('.banner.over strong')).toBe('White wins');
    expect(text('.banner.over .words span')).toBe("None of Brown's tiles can move");
    expect(text('.note')).toContain('Last barragoon');
    expect(text('.note')).toContain('a8');
    expect(document.querySelector('.review')?.getAttribute('href')).toBe(`/analyse/local/${table.saved.id}#review`);
    expect(document.querySelectorAll('g.number')).toHaveLength(1);
    const label = document.querySelector('[role=gridcell][data-square=a9]')?.getAttribute('aria-label');
    expect(label).toBe('a9, Brown 2-tile, walled in');
    document
      .querySelector<SVGElement>('[role=grid]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    flushSync();
    expect(document.querySelectorAll('g.number')).toHaveLength(0);
  });
});

test('previous leads from the card to the turns, and back to the end with its lights', async () => {
  const table = open(LAST_TURN);
  await view(table, () => {
    press('‹Previous');
    expect(document.querySelector('.over')).toBeNull();
    expect(document.querySelectorAll('g.number')).toHaveLength(0);
    expect(table.at).toBe(0);
    press('End');
    expect(document.querySelectorAll('g.number')).toHaveLength(1);
    press('Start');
    expect(table.at).toBe(0);
  });
});

test('a finished game plays through by itself', async () => {
  vi.useFakeTimers();
  const table = open('1. d2d4 d8d6 2. e2e3 *\n');
  table.send('resign brown');
  await view(table, () => {
    press('Play');
    expect(table.at).toBe(0);
    vi.advanceTimersByTime(1_000);
    expect(table.at).toBe(1);
    flushSync();
    press('Pause');
    vi.advanceTimersByTime(5_000);
    expect(table.at).toBe(1);
  });
});

// -- looking at a finished game --------------------------------------------------------------------------------------

function tap(table: LocalTable, square: string): void {
  table.input({ kind: 'square', square: square as 'd2' });
}

test('a tap in an earlier position of a finished game stays there, and tells about what was tapped', () => {
  const table = open('1. d2d4 d8d6 *\n');
  table.send('resign white');
  table.look(1);
  tap(table, 'd4');
  expect(table.at).toBe(1);
  expect(table.inspected?.square).toBe('d4');
  expect(table.inspected?.moves.length).toBeGreaterThan(3);
  expect(table.notice).toMatchObject({ sentence: expect.stringContaining('d4, White 3-tile: can go to') as unknown });
  // Not the side to move, but it is asked about all the same.
  tap(table, 'd8');
  expect(table.inspected?.square).toBe('d8');
  const target = table.inspected?.moves[0]?.target ?? '';
  tap(table, target);
  expect(table.notice).toEqual({ sentence: 'To try moves, analyse from here.' });
  tap(table, 'b4');
  expect(table.explainedSquare).toBe('b4');
  expect(table.inspected).toBeNull();
  tap(table, 'b1');
  tap(table, 'b1');
  expect(table.inspected).toBeNull();
  table.look(2);
  expect([table.notice, table.explainedSquare]).toEqual([null, null]);
  expect(table.steps).toHaveLength(2);
});

test('in a running game a tap in an earlier position still leads back to the present', () => {
  const table = open('1. d2d4 d8d6 *\n');
  table.look(1);
  tap(table, 'd4');
  expect(table.isPast).toBe(false);
});

// -- whom to play next -----------------------------------------------------------------------------------------------

function finished(level: number, result: SavedGame['result'], changed: number): SavedGame {
  const id = playComputer(PLAIN_TERMS, { level }, 'white');
  const saved = load(id);
  if (!saved) throw new Error('no game');
  const game = { ...saved, result, changed };
  save(game);
  return game;
}

test('after a win the next stronger opponent, after a defeat the next weaker one, after two Learn', () => {
  expect(sequelOf(finished(5, '1-0', 1), list())).toMatchObject({ name: 'Rosa' });
  expect(sequelOf(finished(12, '1-0', 2), list())).toBeNull();
  expect(sequelOf(finished(5, '1/2-1/2', 3), list())).toBeNull();
  expect(sequelOf(finished(5, '0-1', 4), list())).toMatchObject({ name: 'Nora' });
  expect(sequelOf(finished(4, '0-1', 5), list())).toBe('learn');
  localStorage.clear();
  expect(sequelOf(finished(1, '0-1', 6), list())).toBe('learn');
});

test('a game that goes on, or was played on an older ladder, has no sequel', () => {
  expect(sequelOf(finished(5, '*', 1), list())).toBeNull();
  const game = finished(5, '1-0', 2);
  const { brown } = game.seats;
  const old = { ...game, seats: { ...game.seats, brown: { ...brown, ladder: LADDER - 1 } as typeof brown } };
  expect(sequelOf(old, list())).toBeNull();
});

test('the next opponent is played with colours exchanged, and remembered', () => {
  const saved = finished(5, '*', 1);
  const table = new LocalTable(module, saved, nobody);
  table.send('resign brown' satisfies GameEvent);
  const { sequel } = table;
  if (sequel?.kind !== 'opponent') throw new Error('no opponent');
  expect(sequel.name).toBe('Rosa');
  sequel.play();
  const next = load(table.next?.slice('/local/'.length) ?? '');
  expect(next?.seats).toMatchObject({ white: { kind: 'computer', level: 6 }, brown: { kind: 'person' } });
  expect(keptOpponent().level).toBe(6);
  table.leave();
});

test('the score against an opponent counts finished games alone', () => {
  finished(5, '1-0', 1);
  finished(5, '0-1', 2);
  finished(5, '*', 3);
  finished(6, '1-0', 4);
  expect(recordAgainst(5, list())).toEqual({ won: 1, lost: 1, drawn: 0 });
});

test('the loser is spoken to', () => {
  const outcome = { winner: 'white', reason: 'blocked' } as const;
  expect(resultWords(outcome, 'brown')).toEqual({ result: 'You lose', reason: 'None of your tiles can move' });
  expect(resultWords(outcome, 'white').reason).toBe("None of Brown's tiles can move");
  expect(resultWords(outcome, null).reason).toBe("None of Brown's tiles can move");
});

// -- what is remembered ----------------------------------------------------------------------------------------------

test('terms and colour of the last game are there for the next one', () => {
  expect([keptTerms(), keptColour()]).toEqual([PLAIN_TERMS, 'lots']);
  const terms = { ...PLAIN_TERMS, variant: 'open', stages: [1, 2], clock: { initial: 600, increment: 5 } } as const;
  keepTerms(terms);
  keepColour('brown');
  expect([keptTerms(), keptColour()]).toEqual([terms, 'brown']);
});

test.each(['{', 'null', '[]', '{"stages":[0,9],"clock":{"initial":-1,"increment":0},"variant":"other"}'])(
  'terms that are spoilt are plain ones (%s)',
  (text) => {
    localStorage.setItem('barragoon.terms', text);
    expect(keptTerms()).toEqual(PLAIN_TERMS);
  },
);

test('a game of a file is listed by who played it', () => {
  const table = open('[White "Ann"]\n\n1. d2d4 *\n');
  expect(localEntry(table.saved).title).toBe('Ann – Brown');
  table.leave();
});
