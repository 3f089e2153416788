import type { Page, Request } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import { chatIn, pageWith } from './widget-page';

/** What the chat may load, documents and styles included, its fonts apart: bytes as they are sent. */
const most = 90_000;

/** Every answer that a page and its frames get from now on, with its bytes; those of the network only. */
function fetched(page: Page) {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return async () =>
    Promise.all(
      requests
        .filter((request) => request.url().startsWith('http'))
        .map(async (request) => ({
          isFont: request.resourceType() === 'font',
          bytes: (await request.sizes()).responseBodySize,
        })),
    );
}

const sum = (answers: { bytes: number }[]) => answers.reduce((total, { bytes }) => total + bytes, 0);

test('a click loads at most 90 KB for the chat, its fonts apart', async ({ page, hosts }) => {
  hosts.put('/weight', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/weight`);
  const { launcher, frame } = chatIn(page);
  await launcher.waitFor();
  const ofChat = fetched(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.waitForLoadState('networkidle');
  const chat = (await ofChat()).filter(({ isFont }) => !isFont);
  test.info().annotations.push({ type: 'the chat', description: `${sum(chat)} bytes` });
  expect(sum(chat)).toBeGreaterThan(20_000);
  expect(sum(chat)).toBeLessThanOrEqual(most);
});
