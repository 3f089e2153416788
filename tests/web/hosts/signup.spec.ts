import type { Page } from '@playwright/test';
import { axeFindsNothing } from '../axe';
import { startSession } from '../people';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { pageWith } from './widget-page';
import { applies, choosesPassword, fillSignup, goesOn, signupWords } from './signup-form';
import { matrixUnless } from '../matrix';

const listen = `<script>
  window.heard = []; window.heights = [];
  for (const name of ['bank-step', 'bank-complete', 'bank-error']) addEventListener(name, ({ type, detail }) => heard.push([type, ...Object.keys(detail)]));
  customElements.whenDefined('bank-signup').then(() => new ResizeObserver(() => {
    heights.push(document.querySelector('bank-signup').offsetHeight);
  }).observe(document.querySelector('bank-signup')));
</script>`;
const widget = ({ key }: Hosts) => `<bank-signup partner="${key}"></bank-signup>`;
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[][] }).heard);
const lastHeight = (page: Page) =>
  page.evaluate(() => (window as unknown as { heights: number[] }).heights.at(-1));

const { send, open } = signupWords('fr');

test('an account is applied for inside a partner’s page, and opened in the bank’s own', async ({
  page,
  hosts,
  bank,
}) => {
  hosts.put('/signup', pageWith(listen + hosts.loader, widget(hosts)));
  await page.goto(`${hosts.origin}/signup`);
  const frame = await applies(page, 'fr');
  await axeFindsNothing(page, 'the last step in the frame');
  expect(await heard(page)).toContainEqual(['bank-complete', 'applicationId']);
  const tab = await goesOn(page, frame, 'fr');
  await expect(tab).toHaveURL(`${bank.shellUrl}/continue`);
  await expect(tab.getByText(/Zoé Martin \(s\w+@example\.org\)/)).toBeVisible();
  await axeFindsNothing(tab, 'the choice of the password');
  // The code was used; the frame can request another.
  await expect(frame.getByRole('button', { name: 'Reprendre' })).toBeVisible();
  await frame.getByRole('button', { name: 'Reprendre' }).click();
  const again = await goesOn(page, frame, 'fr');
  await choosesPassword(again, 'fr');
  await expect(again).toHaveURL(`${bank.shellUrl}/dashboard`);
  await expect(again.getByText('Zoé Martin').first()).toBeVisible();
  await again.goto('/continue');
  await expect(again.getByRole('heading', { name: 'Ce lien ne sert plus' })).toBeVisible();
});

for (const [language, ribbon, hidden, title, outcome] of [
  ['fr', 'Mode test', 'Test mode', 'Essai terminé', /terminée, puis refusée/],
  ['en', 'Test mode', 'Mode test', 'Test finished', /completed, then refused/],
] as const)
  test(`the test mode is marked and plays an outcome, in ${language}${matrixUnless(language === 'fr')}`, async ({
    page,
    hosts,
  }) => {
    const marked = `<script>window.details = []; for (const name of ['bank-step', 'bank-complete'])
      addEventListener(name, ({ detail }) => details.push(detail));</script>`;
    const element = `<bank-signup partner="${hosts.testKey}:dossier-4711" locale="${language}"></bank-signup>`;
    hosts.put(`/test-${language}`, pageWith(marked + hosts.loader, element));
    await page.goto(`${hosts.origin}/test-${language}`);
    const frame = await fillSignup(page, language, 'refused@test.example');
    await expect(frame.getByText(ribbon, { exact: true })).toBeVisible();
    await expect(frame.getByText(hidden, { exact: true })).toBeHidden();
    await axeFindsNothing(page, 'the form of the test mode');
    await frame.getByRole('button', { name: signupWords(language).send, exact: true }).click();
    await expect(frame.getByRole('heading', { name: title })).toBeFocused();
    await expect(frame.getByText(outcome)).toBeVisible();
    await expect(frame.getByText(ribbon, { exact: true })).toBeVisible();
    await axeFindsNothing(page, 'the end of the test mode');
    const details = await page.evaluate(() => (window as unknown as { details: object[] }).details);
    expect(details.every((detail) => 'test' in detail && detail.test === true)).toBe(true);
    expect(Object.keys(details.at(-1) ?? {}).sort()).toEqual(['applicationId', 'test']);
  });

test('neither heights nor events reveal whether an e-mail is known, or what was refused', async ({
  page,
  hosts,
}) => {
  hosts.put('/tell', pageWith(listen + hosts.loader, widget(hosts)));
  const seen = [];
  for (const email of ['marie@bankpcs.example', undefined]) {
    await page.goto(`${hosts.origin}/tell`);
    await applies(page, 'fr', email);
    seen.push([await heard(page), await lastHeight(page)]);
  }
  expect(seen[0]).toEqual(seen[1]);

  // Nor do refusals: the panel floats, and the page's elements keep their height.
  for (const clear of [['E-mail'], ['E-mail', 'Nom', 'Prénom']]) {
    await page.goto(`${hosts.origin}/tell`);
    const frame = await fillSignup(page, 'fr');
    for (const label of clear) await frame.getByLabel(label, { exact: true }).fill('');
    await frame.getByRole('button', { name: send, exact: true }).click();
    await expect(frame.getByRole('alert')).toBeFocused();
    await page.waitForTimeout(300);
    expect(await lastHeight(page)).toBe(seen[0]![1]);
  }
});

for (const [how, style, tag] of [
  ['transparent', 'opacity: .001', '@matrix'],
  ['faded by a filter', 'filter: opacity(1%)', '@matrix'],
  ['small', 'transform: scale(.2); transform-origin: 0 0', ''],
] as const)
  test(
    `a page whose sign-up is ${how} shows it whole all the same`,
    { tag: tag || [] },
    async ({ page, hosts }) => {
      hosts.put('/faint', pageWith(hosts.loader, `<div style="${style}">${widget(hosts)}</div>`));
      await page.goto(`${hosts.origin}/faint`);
      // It sends, so the browser considers it visible, above the page and its effects.
      await applies(page, 'fr');
      expect((await page.getByRole('dialog').boundingBox())!.width).toBe(520);
    },
  );

test('a page that covers the sign-up sends nothing', async ({ page, hosts }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const cover =
    '<div popover="manual" style="inset:0;width:100%;height:100%;background:#fff;pointer-events:none">Gagnez !</div>';
  hosts.put('/hidden', pageWith(hosts.loader, widget(hosts) + cover));
  await page.goto(`${hosts.origin}/hidden`);
  const frame = await fillSignup(page, 'fr');
  // In the top layer, like the sign-up.
  await page.evaluate(() => document.querySelector<HTMLElement>('[popover]')!.showPopover());
  await page.waitForTimeout(300);
  await frame.getByRole('button', { name: send, exact: true }).click({ force: true });
  await expect(frame.getByText(/Nous n’avons rien envoyé/)).toHaveCount(1);
  await expect(frame.getByRole('link', { name: /sur le site de la banque/ })).toHaveCount(1);
  expect(asked.filter((url) => url.endsWith('/api/embed/signup'))).toEqual([]);
});

test('with an open session the bank asks who continues, and no tab ever shows two people @matrix', async ({
  page,
  context,
  hosts,
  bank,
}) => {
  const other = await context.newPage();
  await startSession(other, 'marie', bank.shellUrl);
  await other.goto(`${bank.shellUrl}/dashboard`);
  await expect(other.getByText('Marie Lefèvre').first()).toBeVisible();
  hosts.put('/both', pageWith(hosts.loader, widget(hosts)));
  await page.goto(`${hosts.origin}/both`);
  // A person sees only the foreground tab.
  await page.bringToFront();
  const frame = await applies(page, 'fr');
  const tab = await goesOn(page, frame, 'fr');
  await expect(tab.getByRole('heading', { name: /^Continuer en tant que Zoé Martin/ })).toBeVisible();
  await expect(tab.getByText(/celle de Marie Lefèvre/)).toBeVisible();
  await axeFindsNothing(tab, 'two people in one browser');
  await tab.getByRole('button', { name: 'Garder la session de Marie Lefèvre' }).click();
  await expect(tab.getByText('Marie Lefèvre').first()).toBeVisible();
  await tab.goBack();
  await tab.goto(`${bank.shellUrl}/continue`);
  await tab.getByRole('button', { name: 'Continuer en tant que Zoé Martin' }).click();
  await expect(tab.getByRole('button', { name: open })).toBeVisible();
  await expect(other.getByText('Marie Lefèvre').first()).toBeVisible();
  await choosesPassword(tab, 'fr');
  for (const shown of [tab, other]) {
    await expect(shown.getByText('Zoé Martin').first()).toBeVisible();
    await expect(shown.getByText('Marie Lefèvre')).toHaveCount(0);
    await expect(shown.getByText(/^0,00\s€$/).first()).toBeVisible();
  }
});

test('an address or a foreign form leads nobody into another’s account', async ({ page, hosts, bank }) => {
  hosts.put('/mine', pageWith(hosts.loader, widget(hosts)));
  await page.goto(`${hosts.origin}/mine`);
  const frame = await applies(page, 'fr');
  const code = await frame.locator('input[name=code]').inputValue();
  const victim = await page.context().browser()!.newContext();
  try {
    const theirs = await victim.newPage();
    for (const address of [`/continue?code=${code}`, `/continue#code=${code}`]) {
      await theirs.goto(bank.shellUrl + address);
      await expect(theirs.getByRole('heading', { name: /Ce lien ne sert plus/ })).toBeVisible();
    }
    hosts.put(
      '/trap',
      `<form method="post" action="${bank.shellUrl}/continue"><input name="code" value="${code}"><button>Gagner</button></form>`,
    );
    await theirs.goto(`${hosts.origin}/trap`);
    await theirs.getByRole('button').click();
    await expect(theirs.getByRole('heading', { name: /Ce lien ne sert plus/ })).toBeVisible();
    expect(await victim.cookies()).toEqual([]);
  } finally {
    await victim.close();
  }
  // It still works in its own browser.
  const tab = await goesOn(page, frame, 'fr');
  await expect(tab.getByText(/Zoé Martin/)).toBeVisible();
});

test('an account is applied for in English, in a column of a telephone’s width @matrix', async ({
  page,
  hosts,
}) => {
  hosts.put(
    '/signup-en',
    pageWith(
      hosts.loader,
      `<div style="width:320px"><bank-signup partner="${hosts.key}" locale="en-GB"></bank-signup></div>`,
    ),
  );
  await page.goto(`${hosts.origin}/signup-en`);
  const { send, widget } = signupWords('en');
  await page.getByRole('button', { name: widget }).click();
  await page.waitForTimeout(700);
  const frame = page.frameLocator(`iframe[title="${widget}"]`);
  await frame.getByRole('button', { name: send, exact: true }).click();
  await expect(frame.getByLabel('First name')).toHaveAccessibleDescription(/required/i);
  await expect(frame.getByLabel('First name')).toHaveCSS('font-size', '16px');
  expect(
    await page.frames()[1]!.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  await axeFindsNothing(page);
  await page.reload();
  await applies(page, 'en');
});
