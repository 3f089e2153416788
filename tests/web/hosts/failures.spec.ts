import type { Page } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { chatIn, pageWith } from './widget-page';

/** The page's events, in order. */
const listen = `<script>
  window.told = [];
  for (const name of ['ready', 'open', 'close', 'step', 'complete', 'error'])
    addEventListener('bank-' + name, ({ type, detail }) => told.push(detail.code ?? type.slice(5)));
</script>`;

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

async function visit(
  page: Page,
  hosts: Hosts,
  path: string,
  { theme = '', headers = {}, key = hosts.key } = {},
) {
  hosts.put(path, {
    html: pageWith(listen + hosts.loader, `<bank-chat partner="${key}" theme="${theme}"></bank-chat>`),
    headers,
  });
  await page.goto(hosts.origin + path);
  await chatIn(page).launcher.waitFor();
}

const failed = (page: Page) => page.getByText('La banque ne s’ouvre pas dans cette page.');
const input = (page: Page) => chatIn(page).frame.getByRole('textbox', { name: 'Votre message' });
const open = (page: Page) =>
  page.locator('bank-chat').evaluate((chat: HTMLElement & { open: () => void }) => chat.open());

test('a theme that only the frame can validate is refused with a code, once', async ({ page, hosts }) => {
  await visit(page, hosts, '/theme', { theme: 'ink:#eeeeee' });
  await chatIn(page).launcher.click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await chatIn(page).launcher.click();
  await expect.poll(() => told(page)).toEqual(['ready', 'open', 'theme', 'close', 'open']);
});

test('a theme that launcher and frame refuse is reported once', async ({ page, hosts }) => {
  await visit(page, hosts, '/theme-both', { theme: 'dark;brand:red' });
  await chatIn(page).launcher.click();
  await expect(input(page)).toBeFocused();
  expect(await told(page)).toEqual(['theme', 'ready', 'open']);
});

test.describe('a failure reports its reason', () => {
  // The browser logs blocked requests in the console.
  test.use({ allowPageErrors: true });

  for (const directive of ['frame-src', 'child-src'])
    test(`the page’s own policy, ${directive}`, async ({ page, hosts }) => {
      const headers = { 'Content-Security-Policy': `${directive} 'none'` };
      await visit(page, hosts, `/csp-${directive}`, { headers });
      await chatIn(page).launcher.click();
      // Immediately, without waiting for a timeout.
      await expect(failed(page)).toBeVisible({ timeout: 2_000 });
      expect(await told(page)).toEqual(['ready', 'open', 'csp']);
    });

  test('a policy that blocks another request of the page to the bank leaves the chat', async ({
    page,
    hosts,
  }) => {
    const blocked = () =>
      page.evaluate(async () => {
        const { src } = document.querySelector('bank-chat')!.shadowRoot!.querySelector('iframe')!;
        const violation = new Promise((resolve) =>
          addEventListener('securitypolicyviolation', resolve, { once: true }),
        );
        await fetch(new URL('/embed/versions.json', src)).catch(() => undefined);
        await violation;
      });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/embed\/frame\/chat/, async (route) => {
      await held;
      await route.continue();
    });
    await visit(page, hosts, '/connect', { headers: { 'Content-Security-Policy': "connect-src 'self'" } });
    await chatIn(page).launcher.click();
    await blocked();
    release();
    await expect(input(page)).toBeFocused();
    await blocked();
    await expect(input(page)).toBeVisible();
    expect(await told(page)).toEqual(['ready', 'open']);
  });

  test('a report-only policy blocks nothing', async ({ page, hosts }) => {
    const headers = { 'Content-Security-Policy-Report-Only': "frame-src 'none'" };
    await visit(page, hosts, '/report', { headers });
    await chatIn(page).launcher.click();
    await expect(input(page)).toBeFocused();
    expect(await told(page)).toEqual(['ready', 'open']);
  });

  test('without a network, the panel retries when it is back', async ({ page, hosts, context }) => {
    await visit(page, hosts, '/offline');
    await context.setOffline(true);
    await chatIn(page).launcher.click();
    await expect(failed(page)).toBeVisible();
    expect(await told(page)).toEqual(['ready', 'open', 'offline']);
    await context.setOffline(false);
    await expect(input(page)).toBeFocused();
    expect(await told(page)).toEqual(['ready', 'open', 'offline']);
  });

  test('an unresponsive frame, and a retry by the person or by the page @matrix', async ({ page, hosts }) => {
    await visit(page, hosts, '/timeout');
    const silent = /\/embed\/frame\/chat/;
    await page.route(silent, (route) => route.fulfill({ body: '', contentType: 'text/html' }));
    await chatIn(page).launcher.click();
    const retry = page.getByRole('button', { name: 'Réessayer' });
    await retry.click();
    await expect(failed(page)).toBeHidden();
    await expect(failed(page)).toBeVisible();
    expect(await told(page)).toEqual(['ready', 'open', 'timeout', 'timeout']);
    await page.unroute(silent);
    await open(page);
    await expect(input(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chatIn(page).panel).toBeHidden();
    expect(await told(page)).toEqual(['ready', 'open', 'timeout', 'timeout', 'close']);
  });

  test('a closed panel stays closed when the network is back', async ({ page, hosts, context }) => {
    await visit(page, hosts, '/closed');
    await context.setOffline(true);
    await chatIn(page).launcher.click();
    await expect(failed(page)).toBeVisible();
    await page.getByRole('button', { name: 'Fermer' }).click();
    const online = await page.evaluateHandle(() => {
      const isBack = new Promise((settle) =>
        addEventListener('online', () => setTimeout(settle), { once: true }),
      );
      return { isBack };
    });
    await context.setOffline(false);
    await online.evaluate(({ isBack }) => isBack);
    await expect(page.locator('iframe')).toHaveCount(0);
    await chatIn(page).launcher.click();
    await expect(input(page)).toBeFocused();
    expect(await told(page)).toEqual(['ready', 'open', 'offline', 'close', 'open']);
  });
});
