import { axeFindsNothing } from '../axe';
import { expect, test } from '../../support/bank-fixture';
import { fillSignup } from './signup-form';
import { chatIn, pageWith } from './widget-page';

test('nothing is fetched, framed, stored or listened to before the first click', async ({
  page,
  hosts,
  bank,
  context,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  hosts.put(
    '/quiet',
    pageWith(
      hosts.loader,
      `<bank-chat partner="${hosts.key}"></bank-chat><bank-signup partner="${hosts.key}"></bank-signup>`,
    ),
  );
  await page.goto(`${hosts.origin}/quiet`);
  const { launcher } = chatIn(page);
  await launcher.hover();
  await launcher.focus();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => url.startsWith(bank.embedUrl))).toEqual([
    `${bank.embedUrl}/embed/v1/loader.js`,
  ]);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  expect(
    await page.evaluate(() => [localStorage.length, sessionStorage.length, document.fonts.size]),
  ).toEqual([0, 0, 0]);
  await axeFindsNothing(page);
});

test('two loaders, several elements, moves and removals: one launcher, no error', async ({
  page,
  hosts,
  bank,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const { version } = (await (await fetch(`${bank.embedUrl}/embed/versions.json`)).json()) as {
    version: string;
  };
  const pinned = `<script src="${bank.embedUrl}/embed/${version}/loader.js"></script>`;
  const chat = `<bank-chat partner="${hosts.key}"></bank-chat>`;
  hosts.put(
    '/twice',
    pageWith(hosts.loader + pinned + hosts.loader, `${chat}${chat}<div id="elsewhere"></div>`),
  );
  await page.goto(`${hosts.origin}/twice`);
  const { launcher, frame, panel } = chatIn(page);
  await expect(launcher).toHaveCount(1);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  // Moved while it is open: it reopens in a frame that the browser has reloaded.
  await page.evaluate(() =>
    document.getElementById('elsewhere')!.append(document.querySelector('bank-chat')!),
  );
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeVisible();
  await expect(panel).toHaveCount(1);
  await page.evaluate(() =>
    document.querySelector<HTMLElement & { destroy: () => void }>('#elsewhere bank-chat')!.destroy(),
  );
  await expect(page.locator('iframe')).toHaveCount(0);
  // The other one now occupies the corner.
  await expect(launcher).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('a chat in a shadow root takes the corner over when the first one leaves', async ({ page, hosts }) => {
  const place = (id: string) => `<div id="${id}"></div><script>
    ${id}.attachShadow({ mode: 'open' }).innerHTML = '<bank-chat partner="${hosts.key}"></bank-chat>';
  </script>`;
  hosts.put('/micro', pageWith(hosts.loader, place('before') + place('after')));
  await page.goto(`${hosts.origin}/micro`);
  const { launcher, frame } = chatIn(page);
  await expect(launcher).toHaveCount(1);
  await page.evaluate(() => document.getElementById('before')!.remove());
  await page.locator('#after').getByRole('button', { name: 'Assistant Bank PCS' }).click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
});

test('two chats that leave together hand the corner to neither', async ({ page, hosts }) => {
  const chat = `<bank-chat partner="${hosts.key}"></bank-chat>`;
  hosts.put('/together', pageWith(hosts.loader, `<div id="both">${chat}${chat}</div>`));
  await page.goto(`${hosts.origin}/together`);
  const { launcher } = chatIn(page);
  await expect(launcher).toHaveCount(1);
  await page.evaluate(async () => {
    document.getElementById('both')!.remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), chat);
  await expect(launcher).toBeVisible();
});

test('another `partner` loads the frame of its own application, open or closed', async ({ page, hosts }) => {
  hosts.put(
    '/files',
    pageWith(hosts.loader, `<bank-signup partner="${hosts.testKey}:file-1"></bank-signup>`),
  );
  await page.goto(`${hosts.origin}/files`);
  const change = (reference: string, close = false) =>
    page.evaluate(
      ([partner, isClosed]) => {
        const element = document.querySelector<HTMLElement & { close: () => void }>('bank-signup')!;
        if (isClosed) element.close();
        element.setAttribute('partner', partner);
      },
      [`${hosts.testKey}:${reference}`, close] as const,
    );
  const form = await fillSignup(page, 'fr');
  await change('file-2');
  await expect(form.getByLabel('Prénom')).toHaveValue('');
  await change('file-3', true);
  await expect(page.locator('iframe')).toHaveCount(0);
  await fillSignup(page, 'fr');
  const applied = page.waitForRequest((request) => request.url().endsWith('/api/embed/signup'));
  await form.getByRole('button', { name: 'Continuer', exact: true }).click();
  expect((await applied).postDataJSON()).toMatchObject({ reference: 'file-3' });
});

test('a page that changes its language changes that of a widget when it opens again', async ({
  page,
  hosts,
}) => {
  hosts.put('/languages', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/languages`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.evaluate(() => {
    document.documentElement.lang = 'en-GB';
    document.querySelector<HTMLElement & { close: () => void }>('bank-chat')!.close();
  });
  await page.getByRole('button', { name: 'Bank PCS Assistant' }).click();
  const inner = page.frameLocator('iframe');
  await expect(inner.getByRole('textbox', { name: 'Your message' })).toBeFocused();
});

test('events contain the person’s step, but no personal data', async ({ page, hosts }) => {
  const listen = `<script>
    window.told = [];
    for (const name of ['ready', 'open', 'step', 'complete', 'error'])
      addEventListener('bank-' + name, ({ type, detail }) => told.push([type, detail]));
  </script>`;
  hosts.put(
    '/events',
    pageWith(listen + hosts.loader, `<bank-chat partner="${hosts.key}" theme="brand:#ffffff"></bank-chat>`),
  );
  await page.goto(`${hosts.origin}/events`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  const input = frame.getByRole('textbox', { name: 'Votre message' });
  await expect(input).toBeFocused();
  await page.keyboard.type('mes cartes');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: unknown[] }).told))
    .toEqual([
      ['bank-error', { code: 'theme' }],
      ['bank-ready', {}],
      ['bank-open', {}],
      ['bank-step', { step: 'conversation' }],
    ]);
});

test('axe finds nothing outside and inside, in English and dark', async ({ page, hosts }) => {
  hosts.put(
    '/axe',
    pageWith(hosts.loader, `<bank-chat partner="${hosts.key}" locale="en" theme="dark"></bank-chat>`),
  );
  await page.goto(`${hosts.origin}/axe`);
  await page.getByRole('button', { name: 'Bank PCS Assistant' }).click();
  const frame = page.frameLocator('iframe[title="Bank PCS Assistant"]');
  const input = frame.getByRole('textbox', { name: 'Your message' });
  await expect(input).toBeFocused();
  await expect(input).toHaveCSS('font-size', '16px');
  await axeFindsNothing(page);
});

test('a site that mounts and unmounts widgets a hundred times leaks nothing @matrix', async ({
  page,
  hosts,
}) => {
  hosts.put('/spa', pageWith(hosts.loader, '<div id="app"></div>'));
  await page.goto(`${hosts.origin}/spa`);
  await page.waitForFunction(() => customElements.get('bank-chat'));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const measure = async () => {
    for (let at = 0; at < 3; at += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return { heap: value('JSHeapUsedSize'), listeners: value('JSEventListeners'), frames: value('Frames') };
  };
  const mount = (times: number) =>
    page.evaluate(
      async ([key, count]) => {
        const app = document.getElementById('app')!;
        for (let at = 0; at < count; at += 1) {
          const chat = document.createElement('bank-chat') as HTMLElement & { open: () => void };
          chat.setAttribute('partner', key);
          app.append(chat);
          if (at % 10 === 0) chat.open();
          await new Promise((resolve) => setTimeout(resolve));
          chat.remove();
          await new Promise((resolve) => setTimeout(resolve));
        }
        return Object.keys(window).length;
      },
      [hosts.key, times] as const,
    );
  const globals = await mount(20);
  const before = await measure();
  expect(await mount(100)).toBe(globals);
  await expect.poll(async () => (await measure()).frames).toBe(before.frames);
  const after = await measure();
  expect(after.listeners).toBeLessThanOrEqual(before.listeners);
  expect(after.heap - before.heap).toBeLessThan(100 * 1024);
});
