import { randomBytes } from 'node:crypto';
import type { FrameLocator, Page } from '@playwright/test';
import type { Language } from '../../../libs/contracts/language';
import { expect } from '../../support/bank-fixture';

/** The texts of the sign-up, inside and outside its frame, and on the bank's own page. */
const words = {
  fr: {
    widget: 'Ouvrir un compte Bank PCS',
    labels: ['Prénom', 'Nom', 'E-mail'],
    send: 'Continuer',
    sent: 'Plus qu’une étape',
    goOn: 'Continuer chez Bank PCS',
    secrets: ['Nom d’utilisateur', 'Mot de passe', 'Confirmer le mot de passe'],
    open: 'Ouvrir mon compte',
  },
  en: {
    widget: 'Open a Bank PCS account',
    labels: ['First name', 'Last name', 'Email'],
    send: 'Continue',
    sent: 'One step left',
    goOn: 'Continue at Bank PCS',
    secrets: ['Username', 'Password', 'Confirm the password'],
    open: 'Open my account',
  },
};

export const signupWords = (language: Language) => words[language];

const newName = () => `s${randomBytes(6).toString('hex')}`;

/** Opens the sign-up of a page, and fills in its form for Zoé Martin with a given e-mail. */
export async function fillSignup(page: Page, language: Language, email?: string): Promise<FrameLocator> {
  const { widget, labels } = words[language];
  await page.getByRole('button', { name: widget }).click();
  const frame = page.frameLocator(`iframe[title="${widget}"]`);
  const typed = ['Zoé', 'Martin', email ?? `${newName()}@example.org`];
  for (const [at, label] of labels.entries()) await frame.getByLabel(label, { exact: true }).fill(typed[at]!);
  // Nothing is sent until it has been visible for half a second.
  await page.waitForTimeout(700);
  return frame;
}

/** Applies for an account in a page, up to the button that continues at the bank. */
export async function applies(page: Page, language: Language, email?: string): Promise<FrameLocator> {
  const { send, sent, goOn } = words[language];
  const frame = await fillSignup(page, language, email);
  await frame.getByRole('button', { name: send, exact: true }).click();
  await expect(frame.getByRole('heading', { name: sent })).toBeFocused();
  await expect(frame.getByRole('button', { name: goOn })).toBeVisible();
  return frame;
}

/** Continues from the frame at the bank, in a new tab. */
export async function goesOn(page: Page, frame: FrameLocator, language: Language): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await frame.getByRole('button', { name: words[language].goOn }).click();
  return opened;
}

/** Chooses a username and a password on the bank's own page. */
export async function choosesPassword(tab: Page, language: Language) {
  const { secrets, open } = words[language];
  const typed = [newName(), 'six mots choisis avec soin', 'six mots choisis avec soin'];
  for (const [at, label] of secrets.entries()) await tab.getByLabel(label, { exact: true }).fill(typed[at]!);
  await tab.getByRole('button', { name: open }).click();
}
