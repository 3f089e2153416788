import type { Page } from '@playwright/test';
import type { Bank } from '../support/bank';
import { expect, test } from '../support/bank-fixture';
import { type NewCustomer, newCustomer } from '../support/customers';
import { call } from '../support/http';
import { inBothLanguages } from './languages';
import { addFunds, balanceOf, startSession } from './people';
import { copied, readyOffline, storedBy } from './stored';
import { formOf } from './transfer-form';

test.use({ serviceWorkers: 'allow' });

const inFrench = <T>(french: T) => french;
const person = { first_name: 'Zénobie', last_name: 'Quatrebarbes' };

/** The overview of a new customer, with everything kept that it shows without a network. */
async function openKept(page: Page, bank: Bank, funds = 4321.5): Promise<NewCustomer> {
  const who = await newCustomer(bank.shellUrl, person);
  await addFunds(bank.shellUrl, who, funds);
  await startSession(page, who.email);
  await page.goto('/dashboard');
  await readyOffline(page);
  // The person, the overview, and the first page of transactions.
  await copied(page, 3);
  return who;
}

const banner = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Hors ligne|Offline/ });

inBothLanguages(
  'the app opens without a network, with balance, transactions and their age',
  async ({ page, context, bank, say }) => {
    await page.clock.install();
    await openKept(page, bank);
    await page.clock.fastForward('03:00');
    await context.setOffline(true);
    await page.reload();
    await expect(banner(page)).toContainText(
      say('Dernière mise à jour : il y a 3 minutes', 'Last updated: 3 minutes ago'),
    );
    await expect(page.getByRole('main')).toContainText(/4\s321,50\s€/);
    await expect(
      page.getByRole('complementary', { name: /^(Espace personnel|Personal area)$/ }),
    ).toContainText('Zénobie');
    await page.goto('/dashboard/transactions');
    await expect(page.getByRole('table')).toContainText(/4\s321,50/);
    await context.setOffline(false);
    await expect(banner(page)).toBeHidden();
  },
);

test('a drafted transfer is refused without a network, kept for another tab, and gone once sent', async ({
  page,
  context,
  bank,
}) => {
  const to = await newCustomer(bank.shellUrl);
  const who = await openKept(page, bank);
  await context.setOffline(true);
  const form = formOf(page, inFrench);
  await form.open();
  await form.recipient.fill(String(to.id));
  await form.amount.fill('12,34');
  await form.review.click();
  await form.send('12,34').click();
  await expect(form.dialog.getByRole('alert')).toContainText('Rien n’a été envoyé');
  // The draft and the key of its request.
  await expect.poll(async () => (await storedBy(context, page)).includes('lasting:transfer')).toBe(true);
  expect(await storedBy(context, page)).not.toContain('12,34');

  const second = await context.newPage();
  await page.close();
  await second.goto('/dashboard?action=transfer');
  const again = formOf(second, inFrench);
  await expect(again.amount).toHaveValue('12,34');
  await expect(again.recipient).toHaveValue(String(to.id));
  await context.setOffline(false);
  await again.review.click();
  await again.send('12,34').click();
  await expect(again.receipt('Virement effectué', 'Money sent')).toBeVisible();
  expect((await balanceOf(bank.shellUrl, who)).current_balance).toBe(4309.16);
  // The copy is written after the receipt is displayed.
  await expect.poll(async () => (await storedBy(context, second)).includes('lasting:transfer')).toBe(false);
  await second.goto('/dashboard?action=transfer');
  await expect(formOf(second, inFrench).amount).toHaveValue('');
});

test('a tab keeps its own draft beside that of another one', async ({ page, context, bank }) => {
  await openKept(page, bank);
  const form = formOf(page, inFrench);
  await form.open();
  await form.amount.fill('12,34');
  const kept = async () => (await storedBy(context, page)).split('lasting:transfer').length - 1;
  await expect.poll(kept).toBe(1);
  const second = await context.newPage();
  await second.goto('/dashboard?action=transfer');
  const other = formOf(second, inFrench);
  await expect(other.amount).toHaveValue('12,34');
  await other.amount.fill('99,00');
  await expect.poll(kept).toBe(2);
  await expect(form.amount).toHaveValue('12,34');
  await page.reload();
  await expect(form.amount).toHaveValue('12,34');
  await second.reload();
  await expect(other.amount).toHaveValue('99,00');
});

test('nothing personal is stored in the open, and nothing at all after signing out without a network', async ({
  page,
  context,
  bank,
}) => {
  const who = await openKept(page, bank);
  const { account_number: iban } = await balanceOf(bank.shellUrl, who);
  const tokens = await page.evaluate(() =>
    Object.values({ ...localStorage }).filter((value) => value.length > 40),
  );
  const personal = [
    who.email,
    'Quatrebarbes',
    'Zénobie',
    iban,
    iban.replace(/\s/g, ''),
    iban.slice(-8),
    '4321.5',
    '4 321',
  ];
  const found = async () => {
    const stored = await storedBy(context, page);
    return [...personal, ...tokens].filter((text) => stored.includes(text));
  };
  // The tokens are there while the session lasts (specification 1, section 9), and nothing else in the open.
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  expect(await found()).toEqual(tokens);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(found).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('another person sees nothing of the first, and the computer counts as shared from then on @matrix', async ({
  page,
  context,
  bank,
}) => {
  await openKept(page, bank);
  const other = await newCustomer(bank.shellUrl, { first_name: 'Paule', last_name: 'Autre' });
  // Without a sign-out: the tokens of another session take the place of the first.
  await startSession(page, other.email);
  await page.goto('/dashboard');
  await expect(page.getByRole('complementary', { name: /^(Espace personnel|Personal area)$/ })).toContainText(
    'Paule',
  );
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Nous n’arrivons pas à vérifier votre session.');
  await expect(page.locator('body')).not.toContainText(/Zénobie|4\s321/);

  await context.setOffline(false);
  await page.goto('/dashboard/settings?tab=security');
  const choice = page.getByRole('checkbox', { name: 'Garder une copie chiffrée dans ce navigateur' });
  await expect(choice).not.toBeChecked();
  await expect(page.getByText(/Plusieurs personnes se sont connectées/)).toBeVisible();
  await choice.check();
  await copied(page, 1);
  await choice.uncheck();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('a session that the server ended leaves nothing @matrix', async ({ page, context, bank }) => {
  const who = await openKept(page, bank);
  await context.setOffline(true);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await call('POST', `${bank.shellUrl}/api/auth/logout`, { token: who.token });
  await endSessions(bank, who);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('a copy that is opened after the idle time is erased, and nobody is signed in @matrix', async ({
  page,
  context,
  bank,
}) => {
  await page.clock.install();
  await openKept(page, bank);
  await page.goto('about:blank');
  await page.clock.fastForward('05:30');
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

/** Ends every session of a customer on the server, as a changed password does. */
async function endSessions(bank: Bank, { email }: NewCustomer) {
  const body = { username: email, email, password: 'long-enough-for-a-test' };
  const { body: opened } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
    body,
  });
  const { access_token: token } = opened;
  const list = await call<{ sessions: { id: number; current: boolean }[] }>(
    'GET',
    `${bank.shellUrl}/api/auth/sessions`,
    { token },
  );
  for (const { id } of list.body.sessions.filter(({ current }) => !current))
    await call('DELETE', `${bank.shellUrl}/api/auth/sessions/${id}`, { token });
}

test('the back-office and the frames have no worker', async ({ page, context, bank }) => {
  await signedInAsAdministrator(page, bank);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  const answers = await Promise.all(
    [bank.backOfficeUrl, bank.embedUrl, bank.partnerUrl].map((origin) =>
      context.request.get(`${origin}/worker.js`),
    ),
  );
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404]);
});

async function signedInAsAdministrator(page: Page, bank: Bank) {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin`);
}
