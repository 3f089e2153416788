import { randomInt } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { TransactionList } from '../../libs/contracts/transactions';
import { holdPayments, letPaymentsGo, paymentCalls } from '../api/payment-fixture';
import type { Bank } from '../support/bank';
import { connectTo, type SignedIn } from '../support/customers';
import type { Say } from './languages';

/**
 * Payments of one test only, and their administrators. All wait to be decided: those that the rules let go leave with the next
 * minute, which a slow machine reaches before the test does.
 */
export async function withPayments<Result>(
  bank: Bank,
  work: (calls: ReturnType<typeof paymentCalls>) => Promise<Result>,
): Promise<Result> {
  const database = connectTo(bank.migrationUrl);
  try {
    await holdPayments(database);
    return await work(paymentCalls(bank.shellUrl, database));
  } finally {
    await letPaymentsGo(database);
    await database.end();
  }
}

/** Has an administrator approve the newest payment of a customer: those of who is not verified wait for one. */
export const approveNewest = (bank: Bank, who: SignedIn) =>
  withPayments(bank, async (calls) => {
    const { body } = await calls.get<TransactionList>(who, 'user/transactions');
    const id = body.transactions.find(({ payment_id: payment }) => payment !== null)?.payment_id ?? 0;
    const { status } = await calls.validate(await calls.administrator(), { id });
    if (status !== 200) throw new Error(`the approval of payment ${id} answered ${status}`);
  });

/** A German account that no other test pays to, so that a search lists only its payments. */
export function someAccount(): string {
  const body = `37040044${String(randomInt(10 ** 10)).padStart(10, '0')}`;
  // D is 13, E is 14 (ISO 13616).
  const check = 98n - (BigInt(`${body}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${body}`;
}

/** Opens the pages of a browser as that administrator, for a few minutes. */
export const enter = (context: BrowserContext, { token }: SignedIn) =>
  context.addInitScript((access) => {
    if (location.protocol === 'about:') return;
    localStorage.setItem('access_token', access);
    localStorage.setItem('refresh_token', 'none');
  }, token);

export async function anotherBrowser(
  context: BrowserContext,
  language: string,
  who: SignedIn,
): Promise<Page> {
  const other = await context.browser()!.newContext({ baseURL: undefined });
  await other.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await enter(other, who);
  return other.newPage();
}

export const addressOf = (bank: Bank, query = '') => `${bank.backOfficeUrl}/admin/validate-payments${query}`;

/** The payment centre in the journey's language. */
export const deskOf = (page: Page, say: Say) => {
  const row = (reference: string) => page.getByRole('row').filter({ hasText: reference });
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    row,
    link: (reference: string) => page.getByRole('link', { name: reference, exact: true }),
    action: (reference: string, fr: string, en: string) =>
      row(reference).getByRole('button', { name: `${say(fr, en)} ${reference}` }),
    button: (fr: string | RegExp, en: string | RegExp) => dialog.getByRole('button', { name: say(fr, en) }),
    approveAmount: dialog.getByRole('button', { name: say(/^Approuver \d/, /^Approve \d/) }),
    code: dialog.getByLabel(say('Code à six chiffres', 'Six-digit code')),
    approved: (reference: string) =>
      page.getByText(
        say(
          `Paiement validé avec succès ! Référence : ${reference}`,
          `Payment validated successfully! Reference: ${reference}`,
        ),
      ),
  };
};
