// What breaks while somebody is on the page: spoilt storage, an engine that dies, files that are gone, late answers.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** Lets a test end the threads of the page as a browser that lacks memory does. */
function noteWorkers(): void {
  const workers: Worker[] = [];
  Object.assign(window, { workers });
  window.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      workers.push(this);
    }
  };
}

async function killWorkers(visitor: Visitor): Promise<number> {
  return visitor.page.evaluate(() => {
    const { workers } = window as unknown as { workers: Worker[] };
    for (const worker of workers) {
      worker.terminate();
      worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    }
    return workers.length;
  });
}

async function playComputer(visitor: Visitor): Promise<void> {
  await visitor.page.getByText('White', { exact: true }).first().click();
  await visitor.press('Begin');
  await visitor.board();
}

test.each(['/', '/games'])('spoilt games leave %s as it is', async (path) => {
  const visitor = await Visitor.arrive('/rules', PHONE);
  await visitor.page.evaluate(() => {
    localStorage.setItem('barragoon.online', '{"games":[null]}');
    localStorage.setItem('barragoon.game.spoilt', '{"events":["d2d4"]}');
  });
  await visitor.go(path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  await visitor.leave();
});

test('an engine that dies is said to be missing, and the game goes on when it is opened again', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.context.addInitScript(noteWorkers);
  await visitor.go('/');
  await playComputer(visitor);
  await expect.poll(() => visitor.page.evaluate(() => (window as unknown as { workers: [] }).workers.length)).toBe(1);
  await killWorkers(visitor);
  await visitor.move('d2', 'd4');
  await visitor.until('out of memory');
  await visitor.page.getByRole('link', { name: 'Barragoon' }).first().click();
  await visitor.page.getByText('Continue your game').waitFor();
  await visitor.page.goBack();
  await visitor.untilYours();
  expect((await visitor.look()).turns).toHaveLength(2);
  await visitor.leave();
});

test('the engine of a page that stayed open over an upgrade is gone: the page is loaded anew, and it plays', async () => {
  const visitor = await Visitor.arrive('/', { ...DESKTOP, serviceWorkers: 'block' });
  let asked = 0;
  await visitor.context.route('**/assets/browser_worker*', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await playComputer(visitor);
  await expect.poll(() => asked).toBeGreaterThan(1);
  await visitor.board();
  await visitor.move('d2', 'd4');
  await visitor.untilYours();
  expect((await visitor.look()).turns).toHaveLength(2);
  visitor.errors.length = 0; // the answer 404
  await visitor.leave();
});

test('a screen that could not be loaded is loaded when somebody tries again', async () => {
  const visitor = await Visitor.arrive('/', { ...PHONE, serviceWorkers: 'block' });
  await visitor.page.waitForLoadState('networkidle');
  await visitor.context.setOffline(true);
  await visitor.page.getByRole('link', { name: 'Learn' }).filter({ visible: true }).first().click();
  await visitor.page.getByRole('alert').waitFor();
  await visitor.context.setOffline(false);
  await visitor.press('Try again');
  await visitor.page.getByRole('heading', { name: 'Learn' }).waitFor();
  await visitor.leave();
});

test('a language that can’t be loaded is not chosen', async () => {
  const visitor = await Visitor.arrive('/', { ...DESKTOP, serviceWorkers: 'block' });
  await visitor.press('Settings');
  const choice = visitor.page.getByLabel('Language');
  await choice.waitFor();
  await visitor.context.setOffline(true);
  await choice.selectOption('it');
  await expect.poll(() => choice.inputValue()).toBe('en');
  await visitor.leave();
});

test('a game that the server sends too late does not take the place of what is looked at', async () => {
  const visitor = await Visitor.arrive('/analyse', DESKTOP);
  await visitor.board();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    void visitor.page.route('**/api/v1/games/late', async (route) => {
      resolve();
      await new Promise<void>((go) => (answer = go));
      await route.fulfill({ json: { standing: { status: 'open' }, seats: {} } });
    });
  });
  await visitor.page.evaluate(() => {
    history.pushState(null, '', '/analyse/game/late');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await asked;
  await visitor.page.goBack();
  await visitor.board();
  const answered = visitor.page.waitForResponse('**/api/v1/games/late');
  answer();
  await answered;
  await visitor.page.waitForTimeout(300);
  expect(await visitor.page.locator('[role=grid]').count()).toBe(1);
  await visitor.leave();
});

test('a file that was opened over a game can be left for that game again', async () => {
  const visitor = await Visitor.arrive('/analyse#g1.c.', DESKTOP);
  await visitor.board();
  await visitor.press('More');
  await visitor.press('Open');
  await visitor.page.getByLabel(/Paste a position/).fill('1. d2d5 d8d6 *');
  await visitor.page.locator('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await visitor.page.locator('[data-node]').first().waitFor();
  await visitor.page.evaluate(() => {
    history.pushState(null, '', '/analyse#g1.c.');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect.poll(() => visitor.page.locator('[data-node]').count()).toBe(0);
  await visitor.leave();
});

test('a game that is longer than any tree is rejected with a sentence', async () => {
  const visitor = await Visitor.arrive('/analyse', DESKTOP);
  await visitor.board();
  await visitor.press('More');
  await visitor.press('Open');
  const turns = Array.from({ length: 5001 }, (_, n) => `${2 * n + 1}. d2d4 d8d6 ${2 * n + 2}. d4d2 d6d8`);
  const buffer = Buffer.from(`${turns.join('\n')} *`);
  const file = { name: 'long.bgn', mimeType: 'text/plain', buffer };
  await visitor.page.locator('dialog input[type=file]').setInputFiles(file);
  await visitor.page.getByText('more than 20000 actions').waitFor();
  await visitor.leave();
});

test.each(['/learn/%E0%A4%A', '/learn/nothing'])('%s leads to no level, and says so', async (path) => {
  const visitor = await Visitor.arrive(path, PHONE);
  await visitor.page.getByText('This level does not exist').waitFor();
  await visitor.leave();
});
