import type { Page } from '@playwright/test';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { chatIn, pageWith } from './widget-page';
import { matrixUnless } from '../matrix';

const widget = ({ key }: Hosts, attributes = '') => `<bank-chat partner="${key}" ${attributes}></bank-chat>`;

/** The widget works on this page: it opens, accepts input, and closes. */
async function works(page: Page) {
  const { launcher, frame, panel } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

/** Collects the errors in the page's console. */
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

test('all properties unset, and a root font of 10 px @matrix', async ({ page, hosts }) => {
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

test('custom properties of the page’s own design', async ({ page, hosts }) => {
  const own = ':root { --brand: 222 47% 11%; --onBrand: #f00; --radius: 50%; --launcherInset: 200px }';
  const body = `${widget(hosts)}<bank-signup partner="${hosts.key}"></bank-signup>`;
  hosts.put('/properties', pageWith(`${hosts.loader}<style>${own}</style>`, body));
  await page.goto(`${hosts.origin}/properties`);
  const button = page.getByRole('button', { name: 'Ouvrir un compte Bank PCS' });
  await expect(button).toHaveCSS('background-color', 'rgb(14, 90, 73)');
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  const { width, height } = page.viewportSize()!;
  const box = await chatIn(page).launcher.boundingBox();
  expect(box).toEqual({ x: width - 24 - 56, y: height - 24 - 56, width: 56, height: 56 });
});

test('global variables of the page’s own', async ({ page, hosts }) => {
  const script = '<script>var origin = "https://example.org", port = 1, timer = 1</script>';
  hosts.put('/globals', pageWith(script + hosts.loader, widget(hosts)));
  await page.goto(`${hosts.origin}/globals`);
  const chat = chatIn(page);
  await chat.launcher.click();
  await expect(chat.frame.getByRole('textbox', { name: 'Votre message' })).toBeVisible();
});

for (const { direction, side } of [
  { direction: 'dir="rtl"', side: 'end' },
  { direction: 'dir="rtl"', side: 'start' },
  { direction: 'style="direction:rtl"', side: 'end' },
  { direction: 'dir="ltr"', side: 'start' },
])
  test(`a page with ${direction}, the launcher at its ${side}${matrixUnless(direction === 'dir="rtl"' && side === 'end')}`, async ({
    page,
    hosts,
  }) => {
    const look = `theme="launcherSide:${side}"`;
    const path = `/${encodeURIComponent(direction)}/${side}`;
    hosts.put(
      path,
      pageWith(
        hosts.loader,
        `${widget(hosts, look)}<bank-signup partner="${hosts.key}" ${look}></bank-signup>`,
      ).replace('lang="fr"', `lang="fr" ${direction}`),
    );
    await page.goto(hosts.origin + path);
    const { launcher, panel, frame } = chatIn(page);
    const { width } = page.viewportSize()!;
    const isLeft = direction.includes('rtl') === (side === 'end');
    await expect.poll(async () => (await launcher.boundingBox())?.x).toBe(isLeft ? 24 : width - 80);
    await launcher.click();
    await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
    // Nothing is clipped: the frame fills the panel at the same edge.
    const shown = (await panel.boundingBox())!;
    expect(shown.x).toBe(isLeft ? 24 : width - 424);
    expect(shown.width).toBe(400);
    const inner = (await panel.locator('iframe').boundingBox())!;
    expect([inner.x, inner.width]).toEqual([shown.x + 1, shown.width - 2]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ouvrir un compte Bank PCS' }).click();
    const signup = page.getByRole('dialog', { name: 'Ouvrir un compte Bank PCS' });
    await expect(signup).toBeVisible();
    const box = (await signup.boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

for (const mode of ['open', 'closed'] as const)
  test(`a modal dialog in a shadow root that is ${mode}${matrixUnless(mode === 'closed')}`, async ({
    page,
    hosts,
  }) => {
    hosts.put(`/modal-${mode}`, pageWith(hosts.loader, `<div id="theirs"></div>${widget(hosts)}`));
    await page.goto(`${hosts.origin}/modal-${mode}`);
    await chatIn(page).launcher.waitFor();
    await page.evaluate((shadow) => {
      const root = document.getElementById('theirs')!.attachShadow({ mode: shadow });
      const dialog = document.createElement('dialog');
      const ask = document.createElement('button');
      ask.textContent = 'Demander';
      const chat = document.querySelector<HTMLElement & { open: () => void }>('bank-chat')!;
      ask.addEventListener('click', () => chat.open());
      dialog.append(ask);
      root.append(dialog);
      dialog.showModal();
      Object.assign(window, { theirs: root });
    }, mode);
    // By the keyboard, since elements in a closed shadow tree cannot be found.
    await page.keyboard.press('Enter');
    const input = chatIn(page).frame.getByRole('textbox', { name: 'Votre message' });
    await expect(input).toBeFocused();
    await page.keyboard.type('mes cartes');
    await expect(input).toHaveValue('mes cartes');
    await page.keyboard.press('Escape');
    await expect(chatIn(page).panel).toBeHidden();
    const focused = () =>
      page.evaluate(() => (window as unknown as { theirs: ShadowRoot }).theirs.activeElement?.textContent);
    await expect.poll(focused).toBe('Demander');
  });

test('a module script, and properties set before it is loaded @matrix', async ({ page, hosts, bank }) => {
  const early = `<script>
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(document.querySelector('bank-chat'), { partner: '${hosts.key}', locale: 'en', theme: 'brand:#ffffff' });
      window.told = [];
      addEventListener('bank-error', ({ detail }) => told.push(detail.code));
      const loader = document.createElement('script');
      loader.type = 'module';
      loader.src = '${bank.shellUrl}/embed/v1/loader.js';
      document.head.append(loader);
    });
  </script>`;
  hosts.put('/module', pageWith(early, '<bank-chat></bank-chat>'));
  await page.goto(`${hosts.origin}/module`);
  const chat = page.locator('bank-chat');
  await page.getByRole('button', { name: 'Bank PCS Assistant' }).click();
  const frame = page.frameLocator('iframe[title="Bank PCS Assistant"]');
  await expect(frame.getByRole('textbox', { name: 'Your message' })).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual(['theme']);
  await expect(chat).toHaveAttribute('partner', hosts.key);
  await chat.evaluate((element: HTMLElement & { locale?: string }) => (element.locale = undefined));
  await expect(page.getByRole('dialog', { name: 'Assistant Bank PCS' })).toBeVisible();
});

test('a printed page contains no widget @matrix', async ({ page, hosts }) => {
  const both = `${widget(hosts)}<bank-signup partner="${hosts.key}"></bank-signup>`;
  hosts.put('/print', pageWith(hosts.loader, both));
  await page.goto(`${hosts.origin}/print`);
  const { launcher, panel, frame } = chatIn(page);
  const signup = page.getByRole('button', { name: 'Ouvrir un compte Bank PCS' });
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [launcher, panel, signup]) await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(panel).toBeVisible();
});

for (const [locale, words, other] of [
  ['fr', 'Assistant Bank PCS', 'en'],
  ['en', 'Bank PCS Assistant', 'fr'],
] as const)
  test(`a page in ${other} whose widget speaks ${locale} says so`, async ({ page, hosts }) => {
    hosts.put(
      `/lang-${locale}`,
      pageWith(hosts.loader, widget(hosts, `locale="${locale}"`)).replace('lang="fr"', `lang="${other}"`),
    );
    await page.goto(`${hosts.origin}/lang-${locale}`);
    const launcher = page.getByRole('button', { name: words });
    const spoken = () => launcher.evaluate((button) => button.closest('[lang]')?.getAttribute('lang'));
    expect(await spoken()).toBe(locale);
    await page.locator('bank-chat').evaluate((chat) => chat.removeAttribute('locale'));
    await expect(launcher).toHaveCount(0);
    const same = page.getByRole('button', { name: /Assistant/ });
    expect(await same.evaluate((button) => button.closest('[lang]')?.getAttribute('lang'))).toBe(other);
  });

test('a modal dialog that is already open', async ({ page, hosts }) => {
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

test('inside a shadow root, under a transformed ancestor @matrix', async ({ page, hosts }) => {
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
  // Playwright's frame locators do not support XHTML.
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
