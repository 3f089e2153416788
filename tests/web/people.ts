import type { BrowserContext, Page } from '@playwright/test';
import { demonstrationPeople } from '../../libs/contracts/demo';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';

type Username = (typeof demonstrationPeople)[number]['username'];

/** Signs in one of the demonstration's people through the sign-in page of the site at `origin`. */
export async function signIn(page: Page, username: Username, origin = '') {
  await page.goto(`${origin}/login`);
  await typeCredentials(page, username);
  await page
    .getByRole('navigation', { name: /^(Menu principal|Main menu)$/ })
    .first()
    .waitFor();
}

/** Fills in and sends the sign-in form that the page shows, in either language. */
export async function typeCredentials(page: Page, username: Username) {
  const person = demonstrationPeople.find((candidate) => candidate.username === username);
  await page.getByLabel(/^(Nom d’utilisateur ou e-mail|Username or email)$/).fill(username);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(person?.password ?? '');
  await page.getByRole('button', { name: /^(Se connecter|Sign In)$/ }).click();
}

/** The password of whoever `newCustomer` makes. */
export const newPassword = 'long-enough-for-a-test';

/** Has the pages of a browser open signed in as a customer whom `newCustomer` made; returns their username. */
export async function enterAs(context: BrowserContext, url: string, { token }: SignedIn): Promise<string> {
  const { body } = await call<{ username: string }>('GET', `${url}/api/auth/me`, { token });
  const { username } = body;
  const { body: tokens } = await call<Record<string, string>>('POST', `${url}/api/auth/login`, {
    body: { username, email: username, password: newPassword },
  });
  await context.addInitScript((session) => {
    // A blank page has no storage, and whoever signed in since then stays.
    if (location.origin === 'null' || sessionStorage.getItem('entered')) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('access_token', session.access_token ?? '');
    localStorage.setItem('refresh_token', session.refresh_token ?? '');
  }, tokens);
  return username;
}
