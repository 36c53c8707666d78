// Fair play between two people, each with a browser: aborting, an opponent who leaves, an answer that is lost.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** Opens a game with a clock as White, at once; its address with the invitation. */
async function open(white: Visitor, seconds: number): Promise<string> {
  const invitation = await white.page.evaluate(async (initial) => {
    const ask = async (path: string, csrf: string, body: object): Promise<{ csrf: string; invitation: string }> => {
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf };
      const answer = await fetch(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json() as Promise<{ csrf: string; invitation: string }>;
    };
    const { csrf } = await ask('/players', '', {});
    const terms = initial === 0 ? {} : { clock: { initial } };
    return (await ask('/games', csrf, { colour: 'white', terms })).invitation;
  }, seconds);
  await white.go(invitation.split('#')[0] ?? '');
  return invitation;
}

/** Two people at a board. */
async function meet(seconds: number): Promise<{ white: Visitor; brown: Visitor }> {
  const white = await Visitor.arrive('/', PHONE);
  const brown = await Visitor.arrive(await open(white, seconds), DESKTOP);
  await brown.press(/free seat/);
  await Promise.all([white.board(), brown.board()]);
  return { white, brown };
}

/** Everything that can be pressed here is large enough for a finger. */
async function expectLargeTargets(visitor: Visitor, ...names: string[]): Promise<void> {
  for (const name of names) {
    const box = await visitor.page.getByRole('button', { name, exact: true }).filter({ visible: true }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
}

test('who has not completed a turn aborts, and nobody wins', async () => {
  const { white, brown } = await meet(0);
  await white.move('d2', 'd5');
  await brown.until(/Your turn/);
  await white.page.getByRole('button', { name: 'Resign' }).waitFor();
  await brown.press('Abort');
  await brown.page.getByText('nobody wins or loses').waitFor();
  await brown.picture('fair-abort-desktop');
  await expectLargeTargets(brown, 'Yes, abort', 'No, go on');
  await brown.press('Yes, abort');
  await Promise.all([white, brown].map((visitor) => visitor.until(/No result.*Brown aborted the game/s)));
  await white.picture('fair-aborted-phone');
  expect(await white.page.getByRole('button', { name: 'Rematch' }).count()).toBe(0);
  expect((await white.look()).movable).toEqual([]);
  await white.reload();
  await white.until('No result');
  await white.go('/games');
  await white.page.getByText('No result').waitFor();
  await white.picture('fair-games-phone');
  for (const visitor of [brown, white]) await visitor.leave();
});

test('a game that nobody begins is aborted, and both were reminded', async () => {
  const { white, brown } = await meet(20);
  await white.page.getByText(/Play your first turn within 0:\d\d/).waitFor();
  await brown.page.getByText(/White has 0:\d\d for a first turn/).waitFor();
  await white.picture('fair-begin-phone');
  await Promise.all([white, brown].map((visitor) => visitor.until(/No result.*White did not begin/s)));
  for (const visitor of [brown, white]) await visitor.leave();
});

test('it can be claimed from an opponent who leaves, after a while', async () => {
  const { white, brown } = await meet(60);
  await white.move('d2', 'd5');
  await brown.move('d8', 'd6');
  await white.move('d5', 'd3');
  await brown.until(/Your turn/);
  const address = new URL(brown.page.url()).pathname;
  await brown.go('/rules');
  await white.page.getByText(/Brown is away. In 0:\d\d you may claim/).waitFor();
  await white.picture('fair-away-phone');
  // Who comes back is there again.
  await brown.go(address);
  await brown.until(/Your turn/);
  await white.page.getByText(/Brown is away. In 0:\d\d/).waitFor({ state: 'detached' });
  await brown.leave();
  await white.page.getByText('Brown is still away').waitFor();
  await white.picture('fair-claim-phone');
  await expectLargeTargets(white, 'Claim a win', 'Claim a draw');
  await white.press('Claim a win');
  await white.until(/You win.*Brown left the game/s);
  await white.picture('fair-claimed-phone');
  await white.leave();
});

test('an answer that is lost on its way, or a second tap, opens no second game', async () => {
  const visitor = await Visitor.arrive('/lobby', PHONE);
  let lost = 0;
  await visitor.page.route('**/api/v1/games', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch(); // the server has opened the game
    return route.abort('connectionreset');
  });
  const button = visitor.page.getByRole('button', { name: 'Open a game' });
  await button.click();
  await expect.poll(() => lost).toBe(1);
  await visitor.page.getByText('Your game').waitFor(); // the lobby shows it, though the answer never came
  await button.dblclick();
  await visitor.page.getByText('Waiting for an opponent').waitFor();
  await visitor.go('/games');
  await visitor.page.locator('li a').first().waitFor();
  expect(await visitor.page.locator('li a').count()).toBe(1);
  await visitor.leave();
});
