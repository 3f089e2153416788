import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { buildOf, operatorToken, ship } from '../support/release-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { signIn } from './people';

const expect = assert.configure({ timeout: 20_000 });

test.slow();

inBothLanguages('what a team ships is watched, promoted and taken back', async ({ page, bank, say }) => {
  const name = `essai-${randomBytes(4).toString('hex')}`;
  const token = await operatorToken(bank);
  const first = await ship(bank, token, buildOf(name, 'first()'));
  await signIn(page, 'admin', bank.backOfficeUrl);
  await page.getByRole('link', { name: say('Versions', 'Releases'), exact: true }).click();
  const card = page.getByRole('region', { name });
  await expect(card.getByText(first)).toBeVisible();

  const second = await ship(bank, token, buildOf(name, 'second()'), 10);
  await expect(card.getByText(say('10 % à l’essai', '10% on trial'))).toBeVisible();
  await card.getByRole('button', { name: say(/^Promouvoir/, /^Promote/) }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: say('Promouvoir', 'Promote') }).click();
  await expect(question).toBeHidden();
  await expect(card.getByRole('row', { name: second })).toContainText(
    say('Tous les visiteurs', 'All visitors'),
  );

  await takeBack(page, say);
  await expect(card.getByRole('row', { name: first })).toContainText(
    say('Tous les visiteurs', 'All visitors'),
  );
  await expect(page.getByText('Le bouton ne répond plus').first()).toBeVisible();
  await card.getByText(say('1 autre version', '1 other release')).click();
  await expect(card.getByRole('row', { name: second })).toContainText(say('Retirée', 'Taken back'));
  await axeFindsNothing(page, 'releases');

  /** By the keyboard, with a reason that is too short at first. */
  async function takeBack(on: Page, words: Say) {
    await card.getByRole('button', { name: words(/^Revenir en arrière/, /^Roll back/) }).press('Enter');
    const reason = on.getByRole('dialog').getByRole('textbox', { name: words(/^Motif/, /^Reason/) });
    await reason.fill('no');
    await reason.press('Tab');
    await on.keyboard.press('Enter');
    await expect(on.getByRole('dialog').getByRole('alert')).toBeFocused();
    await reason.fill('Le bouton ne répond plus');
    await reason.press('Tab');
    await on.keyboard.press('Enter');
    await expect(on.getByRole('dialog')).toBeHidden();
  }
});

inBothLanguages('a team gets a token, shown once, which is revoked', async ({ page, bank, say }) => {
  const team = `Équipe ${randomBytes(4).toString('hex')}`;
  await signIn(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/releases`);
  await page.getByRole('button', { name: say('Nouveau jeton', 'New token') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say(/^Équipe/, /^Team/) }).fill(team);
  await dialog.getByRole('checkbox', { name: 'cards' }).check();
  await dialog.getByRole('button', { name: say('Créer le jeton', 'Create token') }).click();
  await expect(dialog.getByText(/^bpd_[\w-]{32}$/)).toBeVisible();
  await axeFindsNothing(page, 'a new token');
  await dialog.getByRole('button', { name: say('J’ai gardé le jeton', 'I have kept the token') }).click();
  await expect(page.getByText(/^bpd_/)).toHaveCount(0);
  const row = page.getByRole('row', { name: team });
  await expect(row).toContainText('cards');
  await row.getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('Révoquer', 'Revoke') })
    .click();
  await expect(row).toContainText(say('Révoqué le', 'Revoked on'));
});
