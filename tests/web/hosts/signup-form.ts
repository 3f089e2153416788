import { randomBytes } from 'node:crypto';
import type { FrameLocator, Page } from '@playwright/test';
import type { Language } from '../../../libs/contracts/language';
import { expect } from './host-fixture';

/** The words of the sign-up, inside and outside its frame. */
const words = {
  fr: {
    widget: 'Ouvrir un compte Bank PCS',
    labels: ['Prénom', 'Nom', 'Nom d’utilisateur', 'E-mail', 'Mot de passe', 'Confirmer le mot de passe'],
    send: 'Ouvrir mon compte',
    opened: 'Votre compte est ouvert',
    goOn: 'Continuer chez Bank PCS',
  },
  en: {
    widget: 'Open a Bank PCS account',
    labels: ['First name', 'Last name', 'Username', 'Email', 'Password', 'Confirm the password'],
    send: 'Open my account',
    opened: 'Your account is open',
    goOn: 'Continue at Bank PCS',
  },
};

export const signupWords = (language: Language) => words[language];

/** Opens the sign-up of a page, and fills in its form for somebody new; the e-mail alone may be somebody's. */
export async function fillSignup(page: Page, language: Language, email?: string): Promise<FrameLocator> {
  const { widget, labels } = words[language];
  await page.getByRole('button', { name: widget }).click();
  const frame = page.frameLocator(`iframe[title="${widget}"]`);
  const name = `s${randomBytes(6).toString('hex')}`;
  const typed = [
    'Zoé',
    'Martin',
    name,
    email ?? `${name}@example.org`,
    'six mots choisis',
    'six mots choisis',
  ];
  for (const [at, label] of labels.entries()) await frame.getByLabel(label, { exact: true }).fill(typed[at]!);
  return frame;
}

/** Opens an account in a page, up to the link to the bank. */
export async function opensAnAccount(page: Page, language: Language): Promise<FrameLocator> {
  const { send, opened, goOn } = words[language];
  const frame = await fillSignup(page, language);
  await frame.getByRole('button', { name: send }).click();
  await expect(frame.getByRole('heading', { name: opened })).toBeFocused();
  await expect(frame.getByRole('link', { name: goOn })).toHaveAttribute('href', /\/continue#/);
  return frame;
}
