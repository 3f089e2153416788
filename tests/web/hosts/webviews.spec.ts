import { expect as assert, test } from '../../support/bank-fixture';
import { applies } from './signup-form';
import { chatIn, pageWith } from './widget-page';
import { matrixUnless } from '../matrix';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

/** The webviews of applications, as they name themselves. */
const agents = {
  WKWebView:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Android WebView':
    'Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36',
  'React Native':
    'Mozilla/5.0 (Linux; Android 16; SM-A566B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0 Mobile Safari/537.36 Partner/1.0',
};

for (const [name, userAgent] of Object.entries(agents))
  test.describe(name, () => {
    test.use({ userAgent, viewport: { width: 390, height: 780 }, hasTouch: true });

    test(
      'shows assistant and sign-up although storage and cookies are refused' +
        matrixUnless(name === 'WKWebView'),
      async ({ page, hosts, context }) => {
        // In every document, as where a webview refuses them to third parties.
        await context.addInitScript(() => {
          const refuse = () => {
            throw new DOMException('denied', 'SecurityError');
          };
          for (const storage of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
            Object.defineProperty(window, storage, { get: refuse });
          Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
        });
        const widgets = ['chat', 'signup'].map(
          (kind) => `<bank-${kind} partner="${hosts.key}"></bank-${kind}>`,
        );
        const path = `/${name.replace(' ', '-')}`;
        hosts.put(path, pageWith(hosts.loader, widgets.join('')));
        await page.goto(hosts.origin + path);
        const { launcher, frame } = chatIn(page);
        await launcher.tap();
        await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeVisible();
        await frame.getByRole('textbox', { name: 'Votre message' }).fill('mon solde');
        await page.keyboard.press('Enter');
        await expect(frame.getByText(/Votre solde est tenu à jour/)).toBeVisible();
        await page.keyboard.press('Escape');
        await applies(page, 'fr');
        expect(await context.cookies()).toEqual([]);
      },
    );
  });
