import type { Page } from '@playwright/test';
import { demonstrationPeople } from '../../libs/contracts/demo';

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
