import type { Page, Request } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import { signupWords } from './signup-form';
import { chatIn, pageWith } from './widget-page';

/** What each widget may load until it is usable, documents and styles included, its fonts apart: bytes as they are sent. */
const most = { chat: 90_000, signup: 110_000 };

/** Every answer that a page and its frames get from the network from now on, with its bytes. */
function fetched(page: Page) {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return async () => {
    const answers = await Promise.all(
      requests
        .filter((request) => request.url().startsWith('http'))
        .map(async (request) => ({
          file: `${request.method()} ${request.url()}`,
          isFont: request.resourceType() === 'font',
          bytes: (await request.sizes()).responseBodySize,
        })),
    );
    return answers.filter(({ bytes }) => bytes > 0);
  };
}

type Answers = { file: string; isFont: boolean; bytes: number }[];
const withoutFonts = (answers: Answers) =>
  answers.filter(({ isFont }) => !isFont).reduce((total, { bytes }) => total + bytes, 0);
const twice = (answers: Answers) => {
  const files = answers.map(({ file }) => file);
  return files.filter((file, at) => files.indexOf(file) !== at);
};

test('a click loads at most 90 KB for the chat, its fonts apart, and nothing twice', async ({
  page,
  hosts,
}) => {
  hosts.put('/weight', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/weight`);
  const { launcher, frame } = chatIn(page);
  await launcher.waitFor();
  const ofChat = fetched(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.waitForLoadState('networkidle');
  const chat = await ofChat();
  expect(twice(chat)).toEqual([]);
  expect(withoutFonts(chat)).toBeGreaterThan(20_000);
  expect(withoutFonts(chat)).toBeLessThanOrEqual(most.chat);
});

test('a click loads at most 110 KB for the sign-up, its fonts apart, and nothing twice', async ({
  page,
  hosts,
}) => {
  hosts.put('/weight', pageWith(hosts.loader, `<bank-signup partner="${hosts.key}"></bank-signup>`));
  await page.goto(`${hosts.origin}/weight`);
  const { widget, labels } = signupWords('fr');
  const launcher = page.getByRole('button', { name: widget });
  await launcher.waitFor();
  const ofSignup = fetched(page);
  await launcher.click();
  const frame = page.frameLocator(`iframe[title="${widget}"]`);
  await expect(frame.getByLabel(labels[0]!, { exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const signup = await ofSignup();
  expect(twice(signup)).toEqual([]);
  expect(withoutFonts(signup)).toBeGreaterThan(20_000);
  expect(withoutFonts(signup)).toBeLessThanOrEqual(most.signup);
});
