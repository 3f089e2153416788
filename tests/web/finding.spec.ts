import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import type { Transaction } from '../../libs/contracts/transactions';
import { bankTimeZone } from '../../libs/contracts/days';
import { demonstrationPerson } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { balanceOf, ownCustomer, startSession } from './people';

const bankDay = (moment: string | number) =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: bankTimeZone });
const yesterday = () => new Date(Date.parse(bankDay(Date.now())) - 86_400_000).toISOString().slice(0, 10);

/** Such as '24 nov' and 'Nov 24'. */
const dayAndMonth = (moment: string, language: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: bankTimeZone })
    .format(new Date(moment))
    .replace('.', '');

const tableOf = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** Searches as one types, and expects that each row found is one that was meant, and that the number is announced. */
async function find(page: Page, typed: string, meant: RegExp) {
  await page.getByLabel('Rechercher').fill(typed);
  await expect.poll(() => new URL(page.url()).searchParams.get('search'), typed).toBe(typed);
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect
    .poll(async () => (await rowsOf(page).allInnerTexts()).filter((row) => !meant.test(row)), typed)
    .toEqual([]);
  expect(await rowsOf(page).count(), typed).toBeGreaterThan(0);
  await expect(page.getByRole('status').getByText(/^\d+ opérations?(, page 1)?$/), typed).toBeAttached();
}

test('money is found by shop, payee, amount and day, and what was found is announced', async ({
  page,
  bank,
}) => {
  await startSession(page, 'marie');
  await page.goto('/dashboard/transactions');
  await rowsOf(page).first().waitFor();
  // One below a thousand, whose digits are in one piece.
  const rows = await rowsOf(page).allInnerTexts();
  const amount = rows.map((row) => /(?<=[−+])\d+,\d\d\s€/.exec(row)?.[0]).find(Boolean) ?? '';
  const marie = await demonstrationPerson(bank.shellUrl, 'marie');
  const { body } = await call<{ transactions: Transaction[] }>(
    'GET',
    `${bank.shellUrl}/api/user/transactions?limit=100`,
    { token: marie.token },
  );
  const day = dayAndMonth(body.transactions.at(-1)?.date ?? '', 'fr-FR');

  await find(page, 'librairie du pont', /Librairie du Pont/);
  await find(page, amount.replace(/\s/g, ''), new RegExp(amount));
  await find(page, amount, new RegExp(amount));
  await find(page, amount.replace(',', '.'), new RegExp(amount));
  await page.getByLabel('Rechercher').fill(day);
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('rowgroup')
        .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')).filter(Boolean)),
    )
    .toEqual([expect.stringMatching(new RegExp(day.replace(' ', '\\s')))]);

  // The account's name is nowhere in the row: the detail has it.
  await page.getByLabel('Rechercher').fill('garage delorme');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('garage delorme');
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
  await rowsOf(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toContainText('Garage Delorme');
  await axeFindsNothing(page, 'found');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page.getByRole('status').getByText(/^\d+ opérations, page 2$/)).toBeAttached();
});

test('a day is found as people say it @matrix', async ({ page, bank }) => {
  const marie = await demonstrationPerson(bank.shellUrl, 'marie');
  const read = (query: string) =>
    call<{ transactions: Transaction[] }>('GET', `${bank.shellUrl}/api/user/transactions?${query}`, {
      token: marie.token,
    });
  /** The references of a day's movements, by the filter of dates. */
  const of = async (day: string) =>
    (await read(`dateFrom=${day}&dateTo=${day}&limit=10`)).body.transactions.map((one) => one.reference);
  const shown = async () =>
    (await rowsOf(page).allInnerTexts()).map((row) => row.split('·').at(-1)?.trim().split(/\s/)[0]);
  const older = (await read('limit=100')).body.transactions.at(-1)?.date ?? '';
  const month = (language: string) => dayAndMonth(older, language);
  await startSession(page, 'marie');
  await page.goto('/dashboard/transactions');
  for (const [typed, dayOf] of [
    ['hier', yesterday],
    ['yesterday', yesterday],
    [month('fr-FR'), () => bankDay(older)],
    [month('en-GB'), () => bankDay(older)],
    [month('en-US'), () => bankDay(older)],
  ] as const) {
    await page.getByLabel('Rechercher').fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('search'), typed).toBe(typed);
    // Asked again each time: midnight may come.
    await expect(async () => expect(await shown(), typed).toEqual(await of(dayOf()))).toPass();
  }
  expect((await of(bankDay(older))).length).toBeGreaterThan(0);
});

inBothLanguages('a payment that was found offers all that can be done with it', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl, { funds: 100 });
  const payment = {
    recipient_account: 'DE89370400440532013000',
    recipient_name: 'Zoë Krüger',
    amount: 61.78,
    payment_method: 'sepa_transfer',
  };
  await call('POST', `${bank.shellUrl}/api/paiement`, { token: who.token, body: payment });
  await page.goto('/dashboard/transactions');
  const search = page.getByLabel(say('Rechercher', 'Search'));
  for (const typed of [say('zoë krüger', 'Zoe Kruger'), '61,78', '61.78 €', say('aujourd’hui', 'today')]) {
    await search.fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(typed);
    await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
    await expect(rowsOf(page).filter({ hasText: /−61,78\s€/ }), typed).toHaveCount(1);
  }
  await rowsOf(page)
    .filter({ hasText: /−61,78\s€/ })
    .getByRole('link')
    .click();
  const detail = page.getByRole('dialog', { name: say('Détails de la transaction', 'Transaction details') });
  await expect(detail).toContainText('Zoë Krüger');
  const facts = detail.getByRole('definition');
  await expect(facts.first()).toBeVisible();
  for (const fact of await facts.allInnerTexts()) expect(fact).toMatch(/[\p{L}\d]/u);
  const [proof] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('button', { name: say('Justificatif (PDF)', 'Proof of transaction (PDF)') }).click(),
  ]);
  expect(proof.suggestedFilename()).toMatch(/\.pdf$/);
  await expect(
    detail.getByRole('link', { name: say(/Je ne reconnais pas cette opération/, /I don’t recognise/) }),
  ).toBeVisible();
  await expect(
    detail.getByRole('button', { name: say('Refaire ce virement', 'Repeat this transfer') }),
  ).toBeVisible();
  await axeFindsNothing(page, 'payment');
  const cancel = say('Annuler ce paiement', 'Cancel this payment');
  await detail.getByRole('button', { name: cancel }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: cancel }).click();
  await expect(page.getByText(say('Le paiement est annulé.', 'The payment is cancelled.'))).toBeVisible();
  await expect(detail.getByRole('button', { name: cancel })).toBeHidden();
  await expect(
    detail.getByRole('heading', { name: say('Suivi de ce paiement', 'Progress of this payment') }),
  ).toBeFocused();
  expect((await balanceOf(bank.shellUrl, who)).available_balance).toBe(100);
});

test('the assistant is used at 400 % @matrix', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Ouvrir l’assistant' }).click();
  const chat = page.getByRole('dialog', { name: 'Assistant Bank PCS' });
  await chat.getByRole('textbox').fill('On m’a volé ma carte');
  await page.keyboard.press('Enter');
  const log = chat.getByRole('log');
  await expect(log.getByText(/Bloquez-la d’abord/)).toBeVisible();
  await expect(log.getByRole('link').last()).toBeInViewport();
  expect((await log.boundingBox())?.height).toBeGreaterThan(80);
  await expect(chat.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await expect(chat.getByRole('button', { name: /^Fermer/ }).first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await axeFindsNothing(page, 'chat at 400 %');
});
