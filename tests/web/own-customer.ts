import type { BrowserContext } from '@playwright/test';
import type { Balance } from '../../libs/contracts/accounts';
import { type SignedIn, newCustomer } from '../support/customers';
import { call } from '../support/http';

interface Options {
  /** Euros on the account. */
  funds?: number;
  /** What the sign-up says of the person. */
  person?: Record<string, string>;
}

/** A new customer whom no other test knows, already signed in in every page of the context; for a few minutes. */
export async function ownCustomer(
  context: BrowserContext,
  shellUrl: string,
  { funds = 0, person }: Options = {},
): Promise<SignedIn> {
  const who = await newCustomer(shellUrl, person);
  if (funds > 0) {
    const body = { amount: funds, type: 'add' };
    await call('POST', `${shellUrl}/api/balance/update`, { token: who.token, body });
  }
  await context.addInitScript((token) => {
    localStorage.setItem('access_token', token);
    localStorage.setItem('refresh_token', 'none');
  }, who.token);
  return who;
}

/** The account of somebody, as the server tells it. */
export async function balanceOf(shellUrl: string, { token }: SignedIn): Promise<Balance> {
  const { body } = await call<{ balance: Balance }>('GET', `${shellUrl}/api/solde`, { token });
  return body.balance;
}
