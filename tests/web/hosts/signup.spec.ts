import { randomBytes } from 'node:crypto';
import { axeFindsNothing } from '../axe';
import { expect, pageWith, test } from './host-fixture';
import { fillSignup, opensAnAccount, signupWords } from './signup-form';

test('an account is opened inside a partner’s page, and goes on in the bank’s own', async ({
  page,
  hosts,
  bank,
}) => {
  const listen = `<script>addEventListener('bank-complete', ({ detail }) => (window.completed = detail));</script>`;
  hosts.put('/signup', pageWith(listen + hosts.loader, `<bank-signup partner="${hosts.key}"></bank-signup>`));
  await page.goto(`${hosts.origin}/signup`);
  const { send: sendWord, opened, goOn } = signupWords('fr');
  const frame = await fillSignup(page, 'fr', 'marie@bankpcs.example');
  const send = frame.getByRole('button', { name: sendWord });
  await send.click();
  // Somebody's address already: that person's password is asked for in the bank's own site alone.
  await expect(frame.getByRole('link', { name: 'Se connecter sur le site de la banque' })).toHaveAttribute(
    'href',
    `${bank.shellUrl}/login`,
  );
  await frame.getByLabel('E-mail', { exact: true }).fill(`${randomBytes(6).toString('hex')}@example.org`);
  await send.click();
  await expect(frame.getByRole('heading', { name: opened })).toBeFocused();
  const link = frame.getByRole('link', { name: goOn });
  await expect(link).toHaveAttribute('href', new RegExp(`^${bank.shellUrl}/continue#`));
  const completed = await page.evaluate(() => (window as unknown as { completed: object }).completed);
  expect(Object.keys(completed)).toEqual(['applicationId']);
});

test('an account is opened in English, in a column as narrow as a telephone', async ({ page, hosts }) => {
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
  const frame = page.frameLocator(`iframe[title="${widget}"]`);
  await frame.getByRole('button', { name: send }).click();
  await expect(frame.getByLabel('First name')).toHaveAccessibleDescription(/required/i);
  await expect(frame.getByLabel('First name')).toHaveCSS('font-size', '16px');
  expect(
    await page.frames()[1]!.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
  await axeFindsNothing(page);
  await page.reload();
  await opensAnAccount(page, 'en');
});
