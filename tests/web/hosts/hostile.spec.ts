import type { Page } from '@playwright/test';
import { chatIn, expect, type Hosts, pageWith, test } from './host-fixture';

const widget = ({ key }: Hosts, attributes = '') => `<bank-chat partner="${key}" ${attributes}></bank-chat>`;

/** The widget works on this page: it opens, takes what is typed, and closes. */
async function works(page: Page) {
  const { launcher, frame, panel } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

/** Collects what the page's console calls an error. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

test('a policy of nonces alone, with no Trusted Types policy', async ({ page, hosts, bank }) => {
  const errors = errorsOf(page);
  hosts.put('/csp', {
    html: pageWith(`<script nonce="abc" src="${bank.embedUrl}/embed/v1/loader.js"></script>`, widget(hosts)),
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; frame-src ${bank.embedUrl}; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
  });
  await page.goto(`${hosts.origin}/csp`);
  await works(page);
  expect(errors).toEqual([]);
});

test('everything unset, and a root font of 10 px', async ({ page, hosts }) => {
  hosts.put(
    '/unset',
    pageWith(
      `${hosts.loader}<style>*{all:unset!important;color:red!important}html{font-size:62.5%!important}</style>`,
      widget(hosts),
    ),
  );
  await page.goto(`${hosts.origin}/unset`);
  const { launcher, panel } = chatIn(page);
  await expect.poll(async () => (await launcher.boundingBox())?.width).toBe(56);
  await launcher.click();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(400);
  await page.keyboard.press('Escape');
});

test('a page from right to left', async ({ page, hosts }) => {
  hosts.put('/rtl', pageWith(hosts.loader, widget(hosts)).replace('lang="fr"', 'lang="fr" dir="rtl"'));
  await page.goto(`${hosts.origin}/rtl`);
  const { launcher } = chatIn(page);
  await expect.poll(async () => (await launcher.boundingBox())?.x).toBe(24);
  await works(page);
});

test('a modal dialog that is open already', async ({ page, hosts }) => {
  hosts.put(
    '/modal',
    pageWith(hosts.loader, `<dialog><button id="ask">Demander</button></dialog>${widget(hosts)}`),
  );
  await page.goto(`${hosts.origin}/modal`);
  await chatIn(page).launcher.waitFor();
  await page.evaluate(() => {
    document.querySelector('dialog')?.showModal();
    const chat = document.querySelector<HTMLElement & { open: () => void }>('bank-chat');
    document.getElementById('ask')?.addEventListener('click', () => chat?.open());
  });
  await page.getByRole('button', { name: 'Demander' }).click();
  await expect(chatIn(page).frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Demander' })).toBeFocused();
});

test('a page that isolates itself (COEP and COOP)', async ({ page, hosts }) => {
  hosts.put('/coep', {
    html: pageWith(hosts.loader, widget(hosts)),
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
  });
  await page.goto(`${hosts.origin}/coep`);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await works(page);
});

test('inside a shadow root, under a transformed ancestor', async ({ page, hosts }) => {
  hosts.put(
    '/shadow',
    pageWith(
      `${hosts.loader}<style>#near{transform:scale(.5) translateX(-200px);overflow:hidden;height:10px}</style>`,
      '<div id="near"></div>',
    ),
  );
  await page.goto(`${hosts.origin}/shadow`);
  await page.evaluate((key) => {
    const root = document.getElementById('near')!.attachShadow({ mode: 'open' });
    const chat = document.createElement('bank-chat');
    chat.setAttribute('partner', key);
    root.append(chat);
  }, hosts.key);
  const { launcher } = chatIn(page);
  await expect.poll(async () => (await launcher.boundingBox())?.width).toBe(56);
  const { width } = page.viewportSize()!;
  expect((await launcher.boundingBox())!.x).toBe(width - 80);
  await works(page);
});

test('a page in XHTML, the script in its head', async ({ page, hosts, bank }) => {
  hosts.put('/xhtml', {
    html: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="fr"><head><title>Hôte</title><script src="${bank.embedUrl}/embed/v1/loader.js"></script></head><body><bank-chat partner="${hosts.key}"></bank-chat></body></html>`,
    headers: { 'Content-Type': 'application/xhtml+xml' },
  });
  await page.goto(`${hosts.origin}/xhtml`);
  await chatIn(page).launcher.click();
  // Playwright's own way to a frame does not know XHTML.
  await expect.poll(() => page.frames().length).toBe(2);
  await expect(page.frames()[1]!.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chatIn(page).launcher).toBeFocused();
});

test('patched prototypes', async ({ page, hosts }) => {
  const patches = `<script>
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function () { return (window.root = attach.call(this, { mode: 'open' })); };
    Array.prototype.toJSON = String.prototype.toJSON = () => 'patched';
    Object.prototype.enumerable = Object.prototype.theme = 'patched';
    Array.prototype.each = Function.prototype.inherits = () => {};
    Element.prototype.select = Element.prototype.hide = () => {};
  </script>`;
  hosts.put('/patched', pageWith(patches + hosts.loader, widget(hosts)));
  await page.goto(`${hosts.origin}/patched`);
  await works(page);
  expect(
    await page.evaluate(
      () => (window as unknown as { root: ShadowRoot }).root.querySelector('iframe')!.contentDocument,
    ),
  ).toBeNull();
});
