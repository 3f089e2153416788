import type { Page } from '@playwright/test';
import { callsFrom } from '../api/people';
import type { Language } from '../../libs/contracts/language';

/** A customer whom no other test knows, with the calls that they make beside the browser. */
export async function newCustomer(shellUrl: string, language: Language) {
  const calls = callsFrom(shellUrl);
  calls.headers['accept-language'] = language;
  return { ...(await calls.signUp()), calls };
}

/** Signs in through the page that is shown, up to the first page behind it or the second factor. */
export async function typeIdentity(page: Page, identifier: string, password: string) {
  await page.getByLabel(/^(Nom d’utilisateur ou e-mail|Username or email)$/).fill(identifier);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Se connecter|Sign In)$/ }).click();
}

/** Signs in on the customer site. */
export async function signInAs(page: Page, identifier: string, password: string) {
  await page.goto('/login');
  await typeIdentity(page, identifier, password);
  await page.waitForURL('/dashboard');
}
