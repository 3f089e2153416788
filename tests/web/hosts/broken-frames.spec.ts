import type { Page, Request, Route } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { chatIn, pageWith } from './widget-page';
import { matrixUnless } from '../matrix';

// The failures in this file are deliberate.
test.use({ allowPageErrors: true });

const notice = {
  fr: 'Bank PCS ne répond pas ici pour l’instant.',
  en: 'Bank PCS is not responding here at the moment.',
};

async function visit(page: Page, hosts: Hosts, attributes = '') {
  const path = `/broken-${test.info().testId}`;
  hosts.put(path, pageWith(hosts.loader, `<bank-chat partner="${hosts.key}" ${attributes}></bank-chat>`));
  await page.goto(hosts.origin + path);
}

/** The body of the report of a frame, once the server has accepted it. */
const reported = async (page: Page) => {
  const response = await page.waitForResponse(
    (each) => each.url().endsWith('/api/embed/errors') && each.status() === 204,
  );
  return response.request().postDataJSON() as Record<string, unknown>;
};

const fetched = async (route: Route, change: (text: string) => string, headers = {}) => {
  const response = await route.fetch();
  const body = change(await response.text());
  await route.fulfill({ response, body, headers: { ...response.headers(), ...headers } });
};
const altered = (route: Route) => fetched(route, (text) => `${text} `);
const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
const blocked = (route: Route) => route.abort('blockedbyclient');

const script = /\/embed\/assets\/support\/chat\.\w+\.js$/;
const framework = /\/embed\/assets\/\w+\/framework\.\w+\.js$/;
const style = /\/embed\/assets\/support\/chat\.\w+\.css$/;
const input = (page: Page) => chatIn(page).frame.getByRole('textbox', { name: 'Votre message' });

for (const [what, file, answer] of [
  ['a script is missing', script, missing],
  ['a script is blocked', script, blocked],
  ['a script is altered', script, altered],
  ['the shared framework is missing', framework, missing],
  ['the style sheet is altered', style, altered],
] as const)
  test(`a frame of which ${what} shows a notice, reports it and is loaded again${matrixUnless(what === 'a script is missing')}`, async ({
    page,
    hosts,
  }) => {
    await page.route(file, answer);
    const report = reported(page);
    await visit(page, hosts);
    await chatIn(page).launcher.click();
    const { frame } = chatIn(page);
    await expect(frame.getByRole('alert')).toHaveText(notice.fr);
    const name = expect.stringMatching(/^(chat|framework)\.\w+\.(js|css) did not load$/) as unknown as string;
    const error = {
      remote: 'support',
      kind: 'render',
      name: 'LoadError',
      message: name,
      stack: '',
      count: 1,
    };
    expect(await report).toMatchObject({ widget: 'chat', is_broken: true, reason: 'load', errors: [error] });
    await page.unroute(file);
    const again = page.waitForRequest((request: Request) =>
      /embed\/frame\/chat.*avoid=support%40\d/.test(request.url()),
    );
    await frame.getByRole('button', { name: 'Réessayer' }).click();
    await again;
    await expect(input(page)).toBeVisible();
  });

test('the notice is in the page’s language and scheme', async ({ page, hosts }) => {
  await page.route(script, missing);
  await visit(page, hosts, 'locale="en-GB" theme="dark"');
  await page.getByRole('button', { name: 'Bank PCS assistant' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('alert')).toHaveText(notice.en);
  await expect(frame.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
});

/** Another script in place of the widget's, which no signature covers. */
async function replaced(page: Page, by: string) {
  await page.route(/\/embed\/frame\/chat/, (route) =>
    fetched(route, (html) => html.replaceAll(/ integrity="[^"]*"/g, ''), { link: '' }),
  );
  await page.route(script, (route) => fetched(route, () => by));
}

test('a frame that throws before it draws anything reports the place', async ({ page, hosts }) => {
  await replaced(page, 'throw new TypeError("crash")');
  const report = reported(page);
  await visit(page, hosts);
  await chatIn(page).launcher.click();
  await expect(chatIn(page).frame.getByRole('alert')).toBeVisible();
  const stack = expect.stringMatching(/chat\.\w+\.js:1:\d+$/) as unknown as string;
  const error = { name: 'TypeError', message: 'Uncaught TypeError: crash', stack };
  expect(await report).toMatchObject({ is_broken: true, reason: 'render', errors: [error] });
});

test('a frame that draws nothing is reported before the page removes it', async ({ page, hosts }) => {
  await replaced(page, 'void 0');
  const report = reported(page);
  await visit(page, hosts);
  await chatIn(page).launcher.click();
  await expect(chatIn(page).frame.getByRole('alert')).toBeVisible();
  expect(await report).toMatchObject({ is_broken: true, errors: [{ message: 'nothing was shown' }] });
});

test('a late part with another hash than the release’s is refused and reported @matrix', async ({
  page,
  hosts,
}) => {
  const late = /\/embed\/assets\/support\/\d+\.\w+\.js$/;
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await visit(page, hosts);
  await chatIn(page).launcher.click();
  const { frame } = chatIn(page);
  await input(page).fill('Je veux parler à une personne');
  await input(page).press('Enter');
  await page.route(late, (route) =>
    fetched(route, (text) => (/visitor/.test(text) ? `console.log('it ran');${text}` : text)),
  );
  const report = reported(page);
  await frame.getByRole('button', { name: /personne/ }).click();
  const error = { kind: 'uncaught', name: 'ChunkLoadError', remote: 'support' };
  expect(await report).toMatchObject({ is_broken: false, errors: [error] });
  expect(said).not.toContain('it ran');
  await expect(input(page)).toBeVisible();
});
