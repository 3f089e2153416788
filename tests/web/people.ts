import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Balance } from '../../libs/contracts/accounts';
import { demonstrationPeople } from '../../libs/contracts/demo';
import { codeOf } from '../support/approvals';
import { type NewCustomer, type SignedIn, newCustomer, newPassword } from '../support/customers';
import { call } from '../support/http';

/** The demonstration's people have the passwords of the sign-in page; new customers share one. */
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
 * Signs a person in at `origin` without the sign-in page, for journeys that do not test signing in; the journey then
 * opens its first page.
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

/** Waits until the script has taken a page over: an earlier press may send its form as one without JavaScript. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );

/** Fills in and sends the sign-in form that the page shows, in either language. */
export async function typeCredentials(page: Page, identifier: string, password = passwordOf(identifier)) {
  await takenOver(page);
  await page.getByLabel(/^(Nom d’utilisateur ou e-mail|Username or email)$/).fill(identifier);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Se connecter|Sign In)$/ }).click();
}

interface Options {
  /** Euros on the account. */
  funds?: number;
  /** The person's data at sign-up. */
  person?: Record<string, string>;
  /** False for one whose e-mail is not verified and whose identity is not approved, `email` when only the first is. */
  verified?: boolean | 'email';
}

/** A new customer of this test only, signed in in every page of the context. */
export async function ownCustomer(
  context: BrowserContext,
  shellUrl: string,
  { funds = 0, person, verified = true }: Options = {},
): Promise<NewCustomer> {
  const who = await newCustomer(shellUrl, person, { verified });
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
      // A blank page has no storage, and a later sign-in or sign-out must not be undone.
      if (location.origin === 'null' || sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      if (localStorage.getItem('access_token')) return;
      localStorage.setItem('access_token', session.token);
      localStorage.setItem('refresh_token', session.refreshToken);
    },
    { token, refreshToken },
  );
}

/** Adds euros to an account. */
export async function addFunds(shellUrl: string, { token }: SignedIn, amount: number) {
  await call('POST', `${shellUrl}/api/balance/update`, { token, body: { amount, type: 'add' } });
}

/** A person's account, as returned by the server. */
export async function balanceOf(shellUrl: string, { token }: SignedIn): Promise<Balance> {
  const { body } = await call<{ balance: Balance }>('GET', `${shellUrl}/api/solde`, { token });
  return body.balance;
}

/** The dialog that asks the person to approve a call. */
export const approvalDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^Confirm(ez que c’est vous| that it is you)$/ });

/** Types the code that was mailed for the approval that the page asks for. */
export async function approve(page: Page, { shellUrl }: { shellUrl: string }) {
  const dialog = approvalDialog(page);
  const reference = (await dialog.getByText(/Confirmation (n°|no\.)\s\d+/).textContent()) ?? '';
  const id = Number(/Confirmation (?:n°|no\.)\s(\d+)/.exec(reference)?.[1]);
  await dialog.getByLabel(/^(Code à six chiffres|Six-digit code)$/).fill((await codeOf(shellUrl, id)) ?? '');
  await dialog.getByRole('button', { name: /^Confirm(er)?$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Approves what a form sent where that is asked for: not in the first five minutes of a session without a factor. */
export async function approveIfAsked(page: Page, bank: { shellUrl: string }, form: Locator) {
  const dialog = approvalDialog(page);
  await expect(async () => {
    expect((await dialog.isVisible()) || (await form.isHidden())).toBe(true);
  }).toPass();
  if (await dialog.isVisible()) await approve(page, bank);
}
