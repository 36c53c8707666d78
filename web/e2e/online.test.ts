// A whole game between two people, each with a browser, and all that can happen to it.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** More than the server tells at once. */
const OPENED = 60;
const FACE = { noWay: 0, north: 1, leftTurnNorth: 8 } as const;

/** What stands where is the same for all. */
async function same(...visitors: Visitor[]): Promise<void> {
  const boards = await Promise.all(visitors.map(async (visitor) => (await visitor.look()).occupied.toSorted()));
  for (const board of boards) expect(board).toEqual(boards[0]);
}

test.each([
  ['White with a phone', PHONE, DESKTOP],
  ['Brown with a phone', DESKTOP, PHONE],
] as const)('two people play online (%s)', async (name, whites, browns) => {
  const device = name.startsWith('White') ? 'phone' : 'desktop';
  const white = await Visitor.arrive('/', whites);
  const invitation = await white.invite('Ann', 'White');
  await white.picture(`online-invitation-${device}`);
  const brown = await Visitor.arrive(invitation, browns);
  await brown.page.getByText('Ann invites you').waitFor();
  await brown.page.getByText('You play Brown').waitFor();
  await brown.page.getByLabel('Your name').fill('Ben');
  await brown.picture(`online-invited-${device}`);
  await brown.press(/free seat/);
  await Promise.all([white.board(), brown.board()]);

  await white.page.getByText(/^Ben/).first().waitFor();

  // A tile capture: who lost the tile places first; each phase outlives a reload.
  await white.move('d2', 'd5');
  await white.reload();
  await brown.until(/Your turn/);
  await brown.reload();
  await brown.move('d8', 'd5');
  await white.until('You lost a tile');
  await white.reload();
  await brown.reload();
  await brown.until('Ann places first, then you');
  await white.picture(`online-lost-${device}`);
  await white.place(FACE.noWay, 'd6');
  await brown.until('Now place your barragoon');
  await brown.reload();
  await brown.place(FACE.leftTurnNorth, 'd3');
  await white.until(/Your turn/);

  // A barragoon capture: it is placed again at once.
  await white.move('c1', 'd3');
  await white.until('Place the barragoon that you took');
  await white.reload();
  await white.place(FACE.north, 'a7');
  await brown.until(/Your turn/);
  await same(white, brown);
  await brown.picture(`online-turn-${device}`);

  // Draws: one declined.
  await brown.press('Draw');
  await brown.press('Offer a draw');
  await white.page.getByText('Ben offers a draw').waitFor();
  await white.reload();
  await white.picture(`online-offer-${device}`);
  await white.press('Decline');
  await white.page.getByText('Ben offers a draw').waitFor({ state: 'detached' });

  // A take-back of the placement.
  await white.press('Take back');
  await brown.press('Accept');
  await white.until('Place the barragoon that you took');
  await white.place(FACE.north, 'g7');
  await brown.until(/Your turn/);

  // The network goes and comes back; what was done meanwhile arrives.
  await brown.context.setOffline(true);
  await brown.until('No connection');
  await brown.picture(`online-offline-${device}`);
  await brown.context.setOffline(false);
  await brown.until(/Your turn/);
  await brown.move('c8', 'c7');
  await white.until(/Your turn/);

  // Two tabs of one person: both know, both can act.
  const address = new URL(white.page.url()).pathname;
  const second = await white.tab(address);
  await second.board();
  await second.move('e2', 'e3');
  await brown.until(/Your turn/);
  await white.until('Ben moves a tile');
  await same(white, second, brown);

  // A spectator sees it all and can do nothing.
  const watching = await Visitor.arrive(address);
  await watching.board();
  await watching.until('You are watching');
  expect((await watching.look()).movable).toEqual([]);
  await brown.move('e8', 'e7');
  await watching.until('Ann moves a tile');
  await watching.picture(`online-spectator-${device}`);

  // A draw that is accepted, and a rematch with colours exchanged.
  await white.press('Draw');
  await white.press('Offer a draw');
  await brown.press('Accept');
  await Promise.all([white, brown, watching, second].map((visitor) => visitor.until('Draw')));
  await brown.picture(`online-over-${device}`);
  await brown.press('Rematch');
  await white.page.locator('.banner.over').filter({ hasText: 'Ben would like a rematch.' }).waitFor();
  await brown.page.locator('.banner.over').filter({ hasText: 'You asked for a rematch.' }).waitFor();
  await white.picture(`online-rematch-${device}`);
  await white.press('Accept');
  await white.page.waitForURL((url) => url.pathname !== address);
  await brown.page.waitForURL((url) => url.pathname !== address);
  await white.until('Ben moves a tile');
  await brown.until(/Your turn/);
  await brown.move('d2', 'd4');
  await white.until(/Your turn/);

  // Who comes back to the first screen is led to the game that waits.
  await white.go('/');
  await white.page.getByRole('link', { name: /Online.*Your turn/ }).click();
  await white.until(/Your turn/);
  for (const visitor of [watching, brown, white]) await visitor.leave();
});

test('who opens a game in the lobby is found there by somebody, and both by a third', async () => {
  const white = await Visitor.arrive('/lobby', PHONE);
  await white.press('Open a game');
  await white.page.getByText('Waiting for an opponent').waitFor();
  const place = new URL(white.page.url()).pathname;
  await white.go('/lobby');
  await white.page.locator(`a[href="${place}"]`, { hasText: 'Your game' }).click();
  const brown = await Visitor.arrive('/lobby');
  await brown.page.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([white.board(), brown.board()]);
  expect(new URL(brown.page.url()).pathname).toBe(place);
  const third = await Visitor.arrive('/lobby');
  await third.page.locator(`a[href="${place}"]`, { hasText: 'Watch' }).click();
  await third.board();
  await third.until('You are watching');
  for (const visitor of [third, brown, white]) await visitor.leave();
});

test('a personal link makes another device the same person, after a question where that one had games', async () => {
  const first = await Visitor.arrive('/games');
  const name = first.page.getByLabel('Your name in online games');
  await name.fill('Ann');
  await first.press('Save');
  await first.press('Play on another device');
  const link = await first.page.locator('input[readonly]').inputValue();
  const second = await Visitor.arrive('/', PHONE);
  await second.invite();
  for (const answer of ['No, stay', 'Yes, become that player']) {
    const { pathname, hash } = new URL(link);
    await second.go(pathname + hash);
    await second.page.getByText('Become the player of this link?').waitFor();
    await second.picture('online-become-phone');
    await second.press(answer);
    const expected = answer.startsWith('No') ? '' : 'Ann';
    const known = second.page.getByLabel('Your name in online games');
    await expect.poll(async () => known.inputValue()).toBe(expected);
    await second.go('/');
  }
  for (const visitor of [second, first]) await visitor.leave();
});

test('a device is signed out from another one', async () => {
  const desk = await Visitor.arrive('/games');
  const phones: Visitor[] = [];
  while (phones.length < 2) {
    await desk.go('/games');
    await desk.press('Play on another device');
    const { pathname, hash } = new URL(await desk.page.locator('input[readonly]').inputValue());
    const phone = await Visitor.arrive(pathname + hash, PHONE);
    await phone.page.getByText('This device', { exact: true }).waitFor();
    phones.push(phone);
  }
  await desk.page.reload();
  const devices = desk.page.getByRole('region', { name: 'Devices' }).getByRole('listitem');
  await expect.poll(async () => devices.count()).toBe(3);
  await desk.picture('devices-desktop');
  await phones[0]?.page.reload();
  await expect.poll(async () => phones[0]?.page.getByRole('listitem').count()).toBeGreaterThan(2);
  await phones[0]?.picture('devices-phone');
  await desk.page
    .getByRole('button', { name: /^Sign out: / })
    .first()
    .click();
  await expect.poll(async () => devices.count()).toBe(2);
  await desk.press('Sign out all other devices');
  await desk.press('Sign them out');
  await expect.poll(async () => devices.count()).toBe(1);

  // A phone that comes again is somebody new, who has one device.
  const [phone] = phones;
  await phone?.page.reload();
  await expect
    .poll(async () => phone?.page.getByRole('region', { name: 'Devices' }).getByRole('listitem').count())
    .toBe(1);
  for (const visitor of [...phones, desk]) await visitor.leave();
});

test('older games are one more tap away', async () => {
  const visitor = await Visitor.arrive('/games', PHONE);
  // The list makes an identity; a second one at the same time would take its place.
  await visitor.page.waitForFunction(() => localStorage.getItem('barragoon.online') !== null);
  await visitor.page.evaluate(async (count) => {
    const ask = async (path: string, csrf: string): Promise<{ csrf: string }> => {
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf };
      const answer = await fetch(`/api/v1${path}`, { method: 'POST', headers, body: '{}' });
      if (answer.status === 429) {
        await new Promise((resolve) => setTimeout(resolve, 1000)); // too many requests from one address
        return ask(path, csrf);
      }
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json() as Promise<{ csrf: string }>;
    };
    const { csrf } = await ask('/players', '');
    for (let made = 0; made < count; ++made) await ask('/games', csrf);
  }, OPENED);
  visitor.forgive(429);
  await visitor.page.reload();
  const games = visitor.page.locator('li a');
  await games.first().waitFor();
  const newest = await games.count();
  expect(newest).toBeLessThan(OPENED);
  await visitor.press('Older games');
  await games.nth(newest).waitFor();
  expect(await games.count()).toBe(OPENED);
  await visitor.leave();
});
