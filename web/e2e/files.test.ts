// Game files: all games of a file, what is wrong with them, and nothing lost on the way out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PHONE, Visitor } from './visitor.ts';

const TWO_GAMES = `[Event "Friday"]
[White "Ann"]
[Brown "Ben"]
[Annotator "Cid"]

{ A bold start. } 1. d2d5! {threatens} d8xd5@d6x@d4N (1... d8d6 {safer} 2. e2e4) 2. e2e4 e8e6 *

[Event "Saturday"]
[White "Dora"]
[Brown "Eve"]

1. d2d4 $2 d8d6 1/2-1/2
`;

async function exported(visitor: Visitor): Promise<string> {
  await visitor.press('More');
  const download = visitor.page.waitForEvent('download');
  await visitor.press('Game file');
  const path = await (await download).path();
  await visitor.page.keyboard.press('Escape');
  return readFileSync(path, 'utf8').replace(/\s+/g, ' '); // lines are broken where they are full
}

test('every game of a file can be opened, and is written as it was', async () => {
  const visitor = await Visitor.arrive('/games', PHONE);
  await visitor.import(TWO_GAMES);
  const sheet = visitor.page.locator('dialog');
  await sheet.getByText('Dora – Eve').waitFor();
  await visitor.picture('file-games-phone');
  await sheet.getByRole('button', { name: 'Open: Ann – Ben' }).click();
  await visitor.board();
  const file = await exported(visitor);
  for (const words of [
    '[Annotator "Cid"]',
    '{ A bold start. }',
    '{threatens}',
    '(1... d8d6 {safer} 2. e2e4)',
    '1. d2d5!',
  ])
    expect(file).toContain(words);
  expect(file).not.toContain('Dora');

  // Played on, the file has the new turn and all that it had.
  await visitor.move('c2', 'c3');
  await visitor.until('Ben moves');
  await visitor.reload();
  const longer = await exported(visitor);
  expect(longer).toContain('c2c3');
  expect(longer).toContain('(1... d8d6 {safer} 2. e2e4)');

  await visitor.import(TWO_GAMES);
  await visitor.press('Open all 2 games');
  await visitor.page.locator('li a').nth(2).waitFor();
  expect(await visitor.page.locator('li a').count()).toBe(3);
  await visitor.leave();
});

test.each([
  ['en-GB', 'Line 1: d5d9 is not legal. A 3-tile moves 3 squares or 2, and d9 is 4 away.', 'Open'],
  ['de', 'Zeile 1: d5d9 ist nicht erlaubt.', 'Öffnen'],
  ['fr', "Ligne 1 : d5d9 n'est pas permis.", 'Ouvrir'],
  ['it', 'Riga 1: d5d9 non è permessa.', 'Apri'],
])('what is wrong with a file is said in the language of the reader (%s)', async (locale, sentence, button) => {
  const visitor = await Visitor.arrive('/games', { ...PHONE, locale });
  await visitor.import('1. d2d5 d8d6 2. d5d9 *\n');
  await visitor.page.getByText(sentence).waitFor();
  await visitor.picture(`file-errors-${locale}`);
  await visitor.page.locator('dialog').getByRole('button', { name: button }).click();
  await visitor.board();
  expect((await visitor.look()).turns).toEqual(['d2d5', 'd8d6']);
  await visitor.leave();
});
