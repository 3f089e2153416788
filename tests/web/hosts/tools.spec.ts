import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Language } from '../../../libs/contracts/language';
import { demonstrationPartner } from '../../../libs/contracts/demo';
import { expect as assert, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { connectTo } from '../../support/customers';
import { call } from '../../support/http';
import { storeRates } from '../../support/rate-sets';
import { axeFindsNothing } from '../axe';
import { ownCustomer } from '../people';
import { applies } from './signup-form';
import { pageWith } from './widget-page';
import { matrixUnless } from '../matrix';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

const listen = `<script>
  window.told = [];
  for (const name of ['ready', 'open', 'close', 'complete', 'error'])
    addEventListener('bank-' + name, ({ type, detail }) => told.push(detail.code ?? type.slice(5)));
</script>`;
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
const script = (embedUrl: string, attributes = 'async') =>
  `<script src="${embedUrl}/embed/v1/tools.js" ${attributes}></script>`;

const iban = 'FR7630006000011234567890189';
const rent = `payee="Habitat Solidaire" iban="${iban}" amount="612.40" reference="Loyer 4711"`;
const titles = {
  fr: { exchange: 'Calculer un change', pay: 'Payer avec Bank PCS', status: 'Suivre ma demande de compte' },
  en: { exchange: 'Work out an exchange', pay: 'Pay with Bank PCS', status: 'Follow my application' },
};
const element = ({ key }: Hosts, name: string, attributes = '') =>
  `<bank-${name} partner="${key}" ${attributes}></bank-${name}>`;
const inFrame = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);

/** A page with one tool, which opens. */
async function opened(page: Page, hosts: Hosts, html: string, title: string, headers = {}) {
  const path = `/${encodeURIComponent(title)}`;
  hosts.put(path, { html, headers });
  await page.goto(hosts.origin + path);
  await page.getByRole('button', { name: title }).click();
  return inFrame(page, title);
}

test('each script of a page weighs at most 3 KB, and nothing else is loaded before a click', async ({
  page,
  hosts,
  bank,
}) => {
  for (const file of ['loader', 'tools']) {
    const content = await (await fetch(`${bank.embedUrl}/embed/v1/${file}.js`)).arrayBuffer();
    expect(gzipSync(Buffer.from(content), { level: 9 }).length).toBeLessThanOrEqual(3_000);
  }
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const all = ['exchange', 'pay', 'application-status'].map((name) => element(hosts, name));
  hosts.put('/tools', pageWith(script(bank.embedUrl), all.join('')));
  await page.goto(`${hosts.origin}/tools`);
  await page.getByRole('button', { name: titles.fr.pay }).hover();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => url.startsWith(bank.embedUrl))).toEqual([
    `${bank.embedUrl}/embed/v1/tools.js`,
  ]);
  await expect(page.locator('iframe')).toHaveCount(0);
  await axeFindsNothing(page);
});

for (const [language, result, markup, other] of [
  ['fr', /^\d+,\d\d\s\$US$/, /Marge de la banque \(0,5\s%\)/, /^Montant à changer/],
  ['en', /^\d+,\d\d\s\$US$/, /The bank’s markup \(0\.5%\)/, /^Amount to exchange/],
] as const)
  test(`the exchange calculator shows rate, day and markup, in ${language}${matrixUnless(language === 'fr')}`, async ({
    page,
    hosts,
    bank,
  }) => {
    const title = titles[language].exchange;
    const database = connectTo(bank.migrationUrl);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' });
    await storeRates(database, today, [['USD', '108420000']]);
    await database.end();
    const html = pageWith(
      listen + script(bank.embedUrl),
      element(
        hosts,
        'exchange',
        `amount="250" from="EUR" to="USD" locale="${language}" theme="brand:#8f3623"`,
      ),
    );
    const frame = await opened(page, hosts, html, title);
    await expect(frame.getByLabel(other)).toBeFocused();
    await expect(frame.getByLabel(other)).toHaveValue('250');
    await expect(frame.getByRole('status').first()).toHaveText(result);
    await expect(frame.getByText(markup)).toBeVisible();
    await axeFindsNothing(page, 'the calculator');
    await frame.getByLabel(other).fill('cent');
    await expect(frame.getByRole('status').first()).not.toHaveText(result);
    // The page sets another amount, which loads nothing again.
    let loads = 0;
    page.on('request', (request) => (loads += request.url().includes('/embed/frame/') ? 1 : 0));
    await page.locator('bank-exchange').evaluate((calculator) => calculator.setAttribute('amount', '80'));
    await expect(frame.getByLabel(other)).toHaveValue('80');
    expect(loads).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => told(page)).toEqual(['ready', 'open', 'close']);
    // The frame was not begun again: it is usable at once, with what it had.
    await page.getByRole('button', { name: title }).click();
    await expect(frame.getByLabel(other)).toBeFocused();
    await expect(frame.getByLabel(other)).toHaveValue('80');
    await page.keyboard.press('Escape');
    await expect.poll(() => told(page)).toEqual(['ready', 'open', 'close', 'open', 'close']);
  });

test('rent is asked for by a page, checked and sent at the bank, and by nobody else', async ({
  page,
  hosts,
  bank,
}) => {
  test.slow();
  bank.rail.verifyAs(iban, { result: 'close_match', name: 'Habitat Solidaire des Rives' });
  const html = pageWith(listen + script(bank.embedUrl), element(hosts, 'pay', rent));
  const frame = await opened(page, hosts, html, titles.fr.pay);
  await expect(frame.getByText(/La page a\.localhost:\d+ vous demande ce paiement/)).toBeVisible();
  await expect(frame.getByText('612,40 €')).toBeVisible();
  await axeFindsNothing(page, 'a request for payment');
  const tabOpens = page.context().waitForEvent('page');
  await frame.getByRole('button', { name: 'Continuer chez Bank PCS' }).click();
  const tab = await tabOpens;
  await expect(tab).toHaveURL(`${bank.shellUrl}/login?from=%2Fdashboard%2Fpay`);
  expect(await told(page)).toEqual(['ready', 'open', 'complete']);
  // The bank’s tab has no way back to the page.
  expect(await tab.evaluate(() => opener)).toBeNull();

  await ownCustomer(tab.context(), bank.shellUrl, { funds: 1_000 });
  await tab.goto('/dashboard/pay');
  await expect(tab.getByRole('heading', { name: 'Demande de Hôte de test' })).toBeVisible();
  await expect(tab.getByText(/remplis par la page a\.localhost/)).toBeVisible();
  await expect(tab.getByLabel(/^Nom du destinataire/)).toHaveValue('Habitat Solidaire');
  await axeFindsNothing(tab, 'a request for payment at the bank');
  await tab.getByRole('button', { name: 'Continuer', exact: true }).click();
  // Its name is compared with the holder’s before it can be sent.
  await expect(tab.getByRole('heading', { name: 'Vérifiez le virement' })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Prendre ce nom' })).toBeVisible();
  await expect(tab.getByRole('button', { name: /^Envoyer 612,40/ })).toBeVisible();
  await tab.getByRole('button', { name: 'Modifier' }).click();
  await tab.getByRole('button', { name: 'Oublier cette demande' }).click();
  await expect(tab.getByText('Aucune demande de paiement')).toBeVisible();
});

test('in the test mode the payment button leads nowhere @matrix', async ({ page, hosts, bank }) => {
  const html = pageWith(
    script(bank.embedUrl),
    `<bank-pay partner="${hosts.testKey}" locale="en" ${rent}></bank-pay>`,
  );
  const frame = await opened(page, hosts, html, titles.en.pay);
  await expect(frame.getByText('Test mode', { exact: true })).toBeVisible();
  await frame.getByRole('button', { name: 'Continue at Bank PCS' }).click();
  await expect(frame.getByText(/Nobody has anything to pay/)).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
});

test.describe('values that are not valid', () => {
  test.use({ allowPageErrors: true });

  for (const [name, attributes] of [
    ['pay', rent.replace('189"', '188"')],
    ['pay', rent.replace('612.40', '-1')],
    ['application-status', 'application="1"'],
  ] as const)
    test(`${name} with ${attributes} is refused with a code`, async ({ page, hosts, bank }) => {
      const title = name === 'pay' ? titles.fr.pay : titles.fr.status;
      const html = pageWith(listen + script(bank.embedUrl), element(hosts, name, attributes));
      await opened(page, hosts, html, title);
      await expect.poll(() => told(page)).toEqual(['ready', 'open', 'value']);
      await expect(page.getByText('La banque ne s’ouvre pas dans cette page.')).toBeVisible();
    });

  for (const name of ['exchange', 'pay', 'application-status'] as const)
    test(`${name} on a page that is not on the list${matrixUnless(name === 'exchange')}`, async ({
      page,
      hosts,
      bank,
    }) => {
      const title = titles.fr[name === 'application-status' ? 'status' : name];
      const html = pageWith(listen + script(bank.embedUrl), element(hosts, name, rent));
      hosts.put('/stranger', html);
      await page.goto(`${hosts.strangerOrigin}/stranger`);
      await page.getByRole('button', { name: title }).click();
      await expect.poll(() => told(page)).toEqual(['ready', 'open', 'origin']);
    });
});

for (const language of ['fr', 'en'] as Language[])
  test(`the state of an application is shown to its page, in ${language}${matrixUnless(language === 'fr')}`, async ({
    page,
    hosts,
    bank,
  }) => {
    const locale = `locale="${language}"`;
    hosts.put(
      '/apply',
      pageWith(
        `${hosts.loader}<script>addEventListener('bank-complete', ({ detail }) => (window.applied = detail.applicationId))</script>`,
        element(hosts, 'signup', locale),
      ),
    );
    await page.goto(`${hosts.origin}/apply`);
    await applies(page, language);
    const id = await page.evaluate(() => (window as unknown as { applied: string }).applied);
    const title = titles[language].status;
    const html = pageWith(
      listen + script(bank.embedUrl),
      element(hosts, 'application-status', `${locale} application="${id}"`),
    );
    const frame = await opened(page, hosts, html, title);
    await expect(
      frame.getByText(language === 'fr' ? 'Demande à terminer' : 'Application to complete'),
    ).toBeVisible();
    await expect(frame.getByText('Zoé')).toHaveCount(0);
    await axeFindsNothing(page, 'the state of an application');
    await expect.poll(() => told(page)).toEqual(['ready', 'open', 'complete']);
  });

for (const name of ['exchange', 'pay', 'application-status'] as const) {
  const title = titles.fr[name === 'application-status' ? 'status' : name];
  const attributes =
    name === 'application-status' ? 'application="5f0c7a54-3f3c-4a52-9f0e-0f3f0f6a9d11"' : rent;
  const works = async (page: Page) => {
    await expect(inFrame(page, title).getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: title })).toBeHidden();
  };

  test(`${name} under a policy of nonces alone, on a page that isolates itself${matrixUnless(name === 'pay')}`, async ({
    page,
    hosts,
    bank,
  }) => {
    const html = pageWith(script(bank.embedUrl, 'nonce="abc"'), element(hosts, name, attributes));
    await opened(page, hosts, html, title, {
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; frame-src ${bank.embedUrl}; require-trusted-types-for 'script'; trusted-types 'none'`,
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    await works(page);
  });

  test(`${name} on a page with hostile styles and prototypes${matrixUnless(name === 'pay')}`, async ({
    page,
    hosts,
    bank,
  }) => {
    const patches = `<style>*{all:unset!important;color:red!important}html{font-size:62.5%!important}</style><script>
      Array.prototype.toJSON = String.prototype.toJSON = () => 'patched';
      Object.prototype.enumerable = Object.prototype.theme = 'patched';
      Array.prototype.each = Function.prototype.inherits = () => {};
    </script>`;
    const html = pageWith(patches + script(bank.embedUrl), element(hosts, name, attributes));
    await opened(page, hosts, html, title);
    const panel = page.getByRole('dialog', { name: title });
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(460);
    await works(page);
  });
}

test('a frame of a tool that is opened by its address leads to the bank @matrix', async ({ page, bank }) => {
  const query = `partner=${demonstrationPartner.key}&page=${bank.partnerUrl}`;
  await page.goto(
    `${bank.embedUrl}/embed/frame/pay?${query}#payee=A&iban=FR7630006000011234567890189&amount=5`,
  );
  await expect(page).toHaveURL(/\/login/);
  const { status } = await call('GET', `${bank.shellUrl}/embed/open/application-status`);
  expect(status).toBe(302);
});

test('the documentation reads without JavaScript, and its playground writes the code it shows @matrix', async ({
  page,
  bank,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: bank.shellUrl });
  const reader = await plain.newPage();
  await reader.goto('/partners');
  await expect(reader.getByRole('heading', { name: 'Bank PCS dans vos pages' })).toBeVisible();
  await reader.getByRole('link', { name: 'English' }).click();
  await reader.getByRole('link', { name: 'Widgets' }).click();
  await expect(reader.getByRole('table', { name: 'Error codes' })).toBeVisible();
  await plain.close();
  for (const address of ['/partners', '/partners/en/widgets', '/partners/trust', '/partners/en/playground']) {
    await page.goto(address);
    await axeFindsNothing(page, address);
  }
  await page.getByLabel('Element').selectOption('pay');
  await page.getByLabel('Language').selectOption('en');
  await page.getByLabel('Corners').fill('4');
  const code = page.locator('#code');
  await expect(code).toContainText('/embed/v1/tools.js');
  await expect(code).toContainText('theme="radius:4px"');
  await page.getByRole('button', { name: 'open()' }).click();
  await expect(inFrame(page, titles.en.pay).getByText('612,40 €')).toBeVisible();
  await expect(page.getByText(/bank-pay: bank-open/)).toBeVisible();
});
