import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { nextThreats } from '../src/analysis/next_threats.ts';
import { movesOf, type OverlayRules } from '../src/analysis/overlays.ts';
import { Engine } from '../src/engine/engine.ts';
import { readFen, writeFen } from '../src/engine/fen.ts';
import { Game } from '../src/engine/game.ts';
import { WASM_URL } from '../src/engine/module.ts';
import { other, type Colour, type Square } from '../src/engine/vocabulary.ts';

let asked: OverlayRules;
beforeAll(async () => {
  const module = await WebAssembly.compile(readFileSync(WASM_URL));
  asked = { rules: new Game(module), engine: new Engine(module) };
});

test('a tile that can be taken is a threat, guarded or not', () => {
  const { captures, walls } = nextThreats(asked, '7/z2v2z/7/7/7/3D3/7/Z6/7 w - 16 00 1', 'brown');
  expect(captures.map(({ move, isGuarded }) => [`${move.start}${move.target}`, isGuarded])).toEqual([['d8d4', false]]);
  expect(walls).toEqual([]);
});

test('so is a tile that can be walled in with a barragoon that is taken', () => {
  const { walls } = nextThreats(asked, '3d3/7/7/3x3/7/7/7/1+5/Z+5 w - 12 00 1', 'brown');
  expect(walls).toMatchObject([{ tile: 'a1', square: 'a2', by: { start: 'd9', target: 'd6' } }]);
});

/** The tiles that lose their last move to a placement, by trying every placement. */
function walledByTrying(fen: string, by: Colour): Set<Square> {
  const { engine } = asked;
  const owner = other(by);
  const flipped = writeFen({ ...readFen(fen), turn: by, hands: [] });
  const movable = (actions: string[]): Set<Square> => {
    engine.setPosition(flipped, actions);
    return new Set(engine.movesOf(owner).map((move) => move.slice(0, 2) as Square));
  };
  const walled = new Set<Square>();
  for (const { start, target } of movesOf(asked, fen, by).filter(({ kind }) => kind === 'takes barragoon')) {
    const before = movable([`${start}${target}`]);
    for (const placement of engine.legalActions()) {
      const after = movable([`${start}${target}`, placement]);
      for (const square of before) if (!after.has(square)) walled.add(square);
    }
  }
  return walled;
}

test('the walls are those that trying every placement finds', () => {
  const { rules: game } = asked;
  let seed = 11;
  const draw = (count: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % count;
  const events: string[] = [];
  let found = 0;
  for (let count = 0; count < 90; ++count) {
    game.begin('1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1');
    for (const event of events) game.apply(event);
    const { fen, moves, placements, outcome } = game.state();
    if (outcome !== null) break;
    const takes = moves.filter(({ kind }) => kind.startsWith('takes'));
    const among = (takes.length > 0 ? takes : moves).map(({ start, target }) => `${start}${target}`);
    const actions = placements.length > 0 ? placements : among;
    events.push(actions[draw(actions.length)] ?? '');
    if (placements.length > 0 || count % 3 > 0) continue;
    const by = other(readFen(fen).turn);
    const walls = new Set(nextThreats(asked, fen, by).walls.map(({ tile }) => tile));
    expect(walls, fen).toEqual(walledByTrying(fen, by));
    found += walls.size;
  }
  expect(found).toBeGreaterThan(0);
});
