import { call } from '../../support/http';
import { chatIn, expect, pageWith, test } from './host-fixture';

test.describe('a page that may not show the frame', () => {
  // The browser says in the console what it refused.
  test.use({ allowPageErrors: true });

  test('whose own policy forbids it says so, with a way to the bank', async ({ page, hosts, bank }) => {
    hosts.put('/blocked', {
      html: pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`),
      headers: { 'Content-Security-Policy': "frame-src 'none'" },
    });
    await page.goto(`${hosts.origin}/blocked`);
    const failed = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('bank-error', (event) => resolve((event as CustomEvent).detail)),
        ),
    );
    await chatIn(page).launcher.click();
    await expect(page.getByText('La banque ne s’ouvre pas dans cette page.')).toBeVisible({
      timeout: 20_000,
    });
    expect(await failed).toEqual({ code: 'unavailable' });
    const link = page.getByRole('link', { name: 'Continuer sur le site de la banque' });
    const address = (await link.getAttribute('href'))!;
    expect((await call('GET', address)).headers.get('location')).toBe(`${bank.shellUrl}/contact`);
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('that is not on the list is refused by the browser', async ({ page, hosts }) => {
    hosts.put('/', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
    await page.goto(hosts.strangerOrigin);
    await chatIn(page).launcher.click();
    await expect(page.getByText('La banque ne s’ouvre pas dans cette page.')).toBeVisible({
      timeout: 20_000,
    });
  });

  test('that is not on the list is refused by the handshake too', async ({ page, hosts, bank }) => {
    // As in a browser that knows no frame-ancestors.
    await page.route(`${bank.embedUrl}/embed/frame/**`, async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
    hosts.put('/', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
    await page.goto(hosts.strangerOrigin);
    await chatIn(page).launcher.click();
    await expect(page.getByText('La banque ne s’ouvre pas dans cette page.')).toBeVisible({
      timeout: 20_000,
    });
    const frames = await page.frames()[1]?.locator('textarea').count();
    expect(frames ?? 0).toBe(0);
  });

  test('of an unknown key gets a document that nobody may frame', async ({ bank }) => {
    const { status, headers } = await call(
      'GET',
      `${bank.embedUrl}/embed/frame/chat?partner=pk_live_nobodys-key-at-all&page=${bank.partnerUrl}`,
    );
    expect(status).toBe(404);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
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

test('what is typed stays in the frame', async ({ page, hosts }) => {
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
