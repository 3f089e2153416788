import type { BrowserContext, Page } from '@playwright/test';
import type { Balance } from '../../libs/contracts/accounts';
import { demonstrationPeople } from '../../libs/contracts/demo';
import { type NewCustomer, type SignedIn, newCustomer, newPassword } from '../support/customers';
import { call } from '../support/http';

/** One of the demonstration's people has the password that the sign-in page shows, a new customer everybody's. */
const passwordOf = (identifier: string) =>
  demonstrationPeople.find(({ username }) => username === identifier)?.password ?? newPassword;

/** Signs a person in through the sign-in page of the site at `origin`, by user name or e-mail. */
export async function signIn(page: Page, identifier: string, origin = '') {
  await page.goto(`${origin}/login`);
  await typeCredentials(page, identifier);
  await page
    .getByRole('navigation', { name: /^(Menu principal|Main menu)$/ })
    .first()
    .waitFor();
}

/**
 * Has a person signed in at the site at `origin` without the sign-in page, for journeys in which signing in is not
 * what is tested; the journey then opens its first page.
 */
export async function startSession(page: Page, identifier: string, origin = '') {
  const data = { username: identifier, email: identifier, password: passwordOf(identifier) };
  const answer = await page.request.post(`${origin}/api/auth/login`, { data });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  await page.goto(`${origin}/api/health/live`);
  await page.evaluate(({ access_token, refresh_token }) => {
    localStorage.setItem('access_token', access_token);
    localStorage.setItem('refresh_token', refresh_token);
  }, tokens);
}

/** Fills in and sends the sign-in form that the page shows, in either language. */
export async function typeCredentials(page: Page, identifier: string, password = passwordOf(identifier)) {
  await page.getByLabel(/^(Nom d’utilisateur ou e-mail|Username or email)$/).fill(identifier);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Se connecter|Sign In)$/ }).click();
}

interface Options {
  /** Euros on the account. */
  funds?: number;
  /** What the sign-up says of the person. */
  person?: Record<string, string>;
}

/** A new customer whom no other test knows, already signed in in every page of the context. */
export async function ownCustomer(
  context: BrowserContext,
  shellUrl: string,
  { funds = 0, person }: Options = {},
): Promise<NewCustomer> {
  const who = await newCustomer(shellUrl, person);
  if (funds > 0) await addFunds(shellUrl, who, funds);
  await enterAs(context, who);
  return who;
}

/** Has the pages of a browser open signed in as a new customer. */
export async function enterAs(
  context: BrowserContext,
  { token, refreshToken }: Pick<NewCustomer, 'token' | 'refreshToken'>,
) {
  await context.addInitScript(
    (session) => {
      // A blank page has no storage, and whoever signed in or out since then stays so.
      if (location.origin === 'null' || sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      if (localStorage.getItem('access_token')) return;
      localStorage.setItem('access_token', session.token);
      localStorage.setItem('refresh_token', session.refreshToken);
    },
    { token, refreshToken },
  );
}

/** Puts euros on the account of somebody. */
export async function addFunds(shellUrl: string, { token }: SignedIn, amount: number) {
  await call('POST', `${shellUrl}/api/balance/update`, { token, body: { amount, type: 'add' } });
}

/** The account of somebody, as the server tells it. */
export async function balanceOf(shellUrl: string, { token }: SignedIn): Promise<Balance> {
  const { body } = await call<{ balance: Balance }>('GET', `${shellUrl}/api/solde`, { token });
  return body.balance;
}
