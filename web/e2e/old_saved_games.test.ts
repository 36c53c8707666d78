// Games that the version before kept in a browser are opened by this one and played on.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESKTOP, Visitor } from './visitor.ts';

interface Old {
  readonly others: Readonly<Record<string, string>>;
  readonly games: readonly {
    readonly name: string;
    readonly saved: { readonly id: string };
    readonly expected: { readonly turns: readonly string[] };
  }[];
}
const old = JSON.parse(readFileSync('tests/data/old_saved_games.json', 'utf8')) as Old;

function gameNamed(name: string): Old['games'][number] {
  const game = old.games.find((one) => one.name === name);
  if (!game) throw new Error(`no game ${name}`);
  return game;
}

async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive('/', DESKTOP);
  const kept = Object.fromEntries(old.games.map(({ saved }) => [`barragoon.game.${saved.id}`, JSON.stringify(saved)]));
  await visitor.page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, kept);
  return visitor;
}

async function open(visitor: Visitor, name: string): Promise<void> {
  const { saved, expected } = gameNamed(name);
  await visitor.go(`/local/${saved.id}`);
  await visitor.board();
  expect((await visitor.look()).turns).toEqual(expected.turns);
}

test('all of them are listed, and opened as they stood', async () => {
  const visitor = await arrive();
  await visitor.go('/games');
  expect(await visitor.page.locator('li a').count()).toBe(old.games.length);
  for (const { name } of old.games) await open(visitor, name);
  await visitor.leave();
});

test('they are played on', async () => {
  const visitor = await arrive();
  await open(visitor, 'two, with a capture and take-backs');
  await visitor.move('e2', 'e4');
  await visitor.until('Brown moves');
  await visitor.reload();
  expect((await visitor.look()).turns.at(-1)).toBe('e2e4');
  await visitor.press('Take back');
  await visitor.until('White moves');

  await open(visitor, 'against the computer as Brown, with clocks');
  const before = (await visitor.look()).turns.length;
  await visitor.move('e8', 'e7');
  await visitor.untilYours();
  expect((await visitor.look()).turns.length).toBeGreaterThan(before);

  await open(visitor, 'two, a draw was declined, taken back and accepted');
  await visitor.until('Draw agreed');
  await open(visitor, 'two, a draw was declined and taken back');
  await visitor.press('Accept');
  await visitor.until('Draw agreed');

  await open(visitor, 'two, a claim was declined');
  await visitor.move('d2', 'd4');
  await visitor.until('This would continue the repetition');
  await visitor.leave();
});

test('the settings are kept', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, old.others);
  await visitor.go('/');
  await visitor.page.getByRole('button', { name: 'Einstellungen' }).click();
  expect(await visitor.page.getByRole('radio', { name: 'Schiefer' }).isChecked()).toBe(true);
  expect(await visitor.page.getByLabel('Ton').isChecked()).toBe(false);
  await visitor.leave();
});
