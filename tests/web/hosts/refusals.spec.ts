import type { Page } from '@playwright/test';
import { call } from '../../support/http';
import { expect, test } from '../../support/bank-fixture';
import { chatIn, pageWith } from './widget-page';

test.describe('a page that must not show the frame', () => {
  // The browser logs blocked requests in the console.
  test.use({ allowPageErrors: true });

  const failed = 'La banque ne s’ouvre pas dans cette page.';
  const codeOf = (page: Page) =>
    page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('bank-error', (event) => resolve((event as CustomEvent).detail)),
        ),
    );

  test('whose own policy forbids it shows the reason, with a link to the bank', async ({
    page,
    hosts,
    bank,
  }) => {
    hosts.put('/blocked', {
      html: pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`),
      headers: { 'Content-Security-Policy': "frame-src 'none'" },
    });
    await page.goto(`${hosts.origin}/blocked`);
    const code = codeOf(page);
    await chatIn(page).launcher.click();
    await expect(page.getByText(failed)).toBeVisible();
    expect(await code).toEqual({ code: 'csp' });
    const link = page.getByRole('link', { name: 'Continuer sur le site de la banque' });
    const address = (await link.getAttribute('href'))!;
    expect((await call('GET', address)).headers.get('location')).toBe(`${bank.shellUrl}/contact`);
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('that is not on the list gets that reason', async ({ page, hosts }) => {
    hosts.put('/', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
    await page.goto(hosts.strangerOrigin);
    const code = codeOf(page);
    await chatIn(page).launcher.click();
    await expect(page.getByText(failed)).toBeVisible();
    expect(await code).toEqual({ code: 'origin' });
  });

  test('with an unknown key gets that reason, and opens with the right one', async ({ page, hosts }) => {
    hosts.put(
      '/nobody',
      pageWith(hosts.loader, '<bank-chat partner="pk_live_nobodys-key-at-all"></bank-chat>'),
    );
    await page.goto(`${hosts.origin}/nobody`);
    const code = codeOf(page);
    await chatIn(page).launcher.click();
    await expect(page.getByText(failed)).toBeVisible();
    expect(await code).toEqual({ code: 'key' });
    await page.evaluate(
      (key) => document.querySelector('bank-chat')!.setAttribute('partner', key),
      hosts.key,
    );
    await expect(chatIn(page).frame.getByRole('textbox', { name: 'Votre message' })).toBeVisible();
  });

  test('with a false origin is refused by the browser, or else by the handshake', async ({ page, hosts }) => {
    let isBlind = false;
    await page.route('**/embed/frame/**', async (route) => {
      const address = new URL(route.request().url());
      address.searchParams.set('page', hosts.origin);
      const answer = await route.fetch({ url: address.href });
      const { 'content-security-policy': policy, ...headers } = answer.headers();
      // As in a browser without frame-ancestors.
      await route.fulfill({
        response: answer,
        headers: isBlind ? headers : { ...headers, 'content-security-policy': policy! },
      });
    });
    hosts.put('/', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
    for (isBlind of [false, true]) {
      await page.goto(hosts.strangerOrigin);
      const code = codeOf(page);
      await chatIn(page).launcher.click();
      await expect(page.getByText(failed)).toBeVisible({ timeout: 20_000 });
      expect(await code).toEqual({ code: 'timeout' });
      expect((await page.frames()[1]?.locator('textarea').count()) ?? 0).toBe(0);
    }
  });
});

test('forged messages, from the page and from a sibling frame, are ignored', async ({ page, hosts }) => {
  const forge = `<script>
    const forged = [null, 'init', { v: 1, type: 'init' }, { v: 9, type: 'init', locale: 'en', theme: '' },
      { v: 1, type: 'init', locale: 'en', theme: 'x'.repeat(20000) }, { v: 1, type: 'init', locale: 'en', theme: '', more: 1 }];
    setInterval(() => {
      for (const frame of [...(top.frames ? Array.from({ length: top.length }, (_, at) => top[at]) : [])])
        for (const message of forged) {
          if (frame !== window) frame.postMessage(message, '*', []);
          if (frame !== window) frame.postMessage({ v: 1, type: 'init', locale: 'en', theme: '' }, '*', window === top ? [] : [new MessageChannel().port1]);
        }
    }, 5);
  </script>`;
  hosts.put('/sibling', `<!doctype html>${forge}`);
  hosts.put(
    '/forged',
    pageWith(
      hosts.loader,
      `<bank-chat partner="${hosts.key}"></bank-chat><iframe src="${hosts.strangerOrigin}/sibling"></iframe><iframe src="/sibling"></iframe>`,
    ),
  );
  await page.goto(`${hosts.origin}/forged`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
});

test('typed text stays in the frame', async ({ page, hosts }) => {
  const spy = `<script>
    window.heard = [];
    for (const type of ['keydown', 'keypress', 'keyup', 'input', 'beforeinput', 'paste', 'message'])
      addEventListener(type, (event) => heard.push(event.key ?? event.data ?? type), true);
  </script>`;
  hosts.put('/spy', pageWith(spy + hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/spy`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('secret');
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toHaveValue('secret');
  const seen = await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('bank-chat')!;
    const inner = shadowRoot!.querySelector('iframe')!;
    let text = 'nothing';
    try {
      text = inner.contentWindow!.document.body.innerText;
    } catch (error) {
      text = (error as Error).name;
    }
    return { heard: (window as unknown as { heard: string[] }).heard, document: inner.contentDocument, text };
  });
  expect(seen).toEqual({ heard: [], document: null, text: 'SecurityError' });
});
