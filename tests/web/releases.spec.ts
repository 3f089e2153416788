import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { buildOf, operatorToken, ship, upload } from '../support/release-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { startSession } from './people';

const expect = assert.configure({ timeout: 20_000 });

test.slow();

inBothLanguages('a team’s release is observed, promoted and rolled back', async ({ page, bank, say }) => {
  const name = `essai-${randomBytes(4).toString('hex')}`;
  const token = await operatorToken(bank);
  // Of its own, as its version is: both languages share a bank.
  const first = await ship(bank, token, buildOf(name, `first('${name}')`));
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin`);
  await page.getByRole('link', { name: say('Versions', 'Releases'), exact: true }).click();
  const row = (version: string) => page.getByRole('row', { name: version });
  await expect(row(first)).toContainText(name);

  const second = await ship(bank, token, buildOf(name, `second('${name}')`), 10);
  await expect(row(second)).toContainText(say('10 % à l’essai', '10% on trial'));
  await row(second)
    .getByRole('button', { name: say(/^Promouvoir/, /^Promote/) })
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: say('Promouvoir', 'Promote') }).click();
  await expect(question).toBeHidden();
  await expect(row(second)).toContainText(say('Tous les visiteurs', 'All visitors'));

  await takeBack(page, say);
  await expect(row(first)).toContainText(say('Tous les visiteurs', 'All visitors'));
  await expect(page.getByText('Le bouton ne répond plus').first()).toBeVisible();
  await page.getByRole('checkbox', { name: say(/^Montrer aussi/, /^Also show/) }).check();
  await expect(row(second)).toContainText(say('Retirée', 'Taken back'));
  await axeFindsNothing(page, 'releases');

  /** By the keyboard, first with a reason that is too short. */
  async function takeBack(on: Page, words: Say) {
    const button = { name: words(/^Revenir en arrière/, /^Roll back/) };
    await row(second).getByRole('button', button).press('Enter');
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

/** A build of a remote with one screen that displays a word. */
function saying(name: string, word: string) {
  const container = `bank_${name.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  const pages = `{ '${name}': () => '${word}' }`;
  const entry = `globalThis.${container} = { init() {}, get: async () => () => ({ default: { pages: ${pages}, slots: {} } }) };`;
  return buildOf(name, entry, { manifest: { container } });
}

inBothLanguages(
  'what nobody is shown yet runs in one browser, once an administrator was asked',
  async ({ page, bank, say }) => {
    const name = `essai-${randomBytes(4).toString('hex')}`;
    const token = await operatorToken(bank);
    await ship(bank, token, saying(name, 'Version montrée'));
    const version = await upload(bank, token, saying(name, 'Version cachée'));
    await startSession(page, 'admin', bank.backOfficeUrl);
    await page.goto(`${bank.backOfficeUrl}/admin/releases`);
    await page.getByRole('checkbox', { name: say(/^Montrer aussi/, /^Also show/) }).check();
    const row = page.getByRole('row', { name: version });
    await row.getByRole('link', { name: say(/^Aperçu de/, /^Preview/) }).click();

    await expect(page).toHaveURL(`${bank.backOfficeUrl}/admin/preview/${name}/${version}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByText(version)).toBeVisible();
    await expect(page.getByText(/operator/)).toBeVisible();
    await axeFindsNothing(page, 'the question of the back-office');
    const start = page.getByRole('button', {
      name: say('Commencer sur le site client', 'Start on the customer site'),
    });
    await start.click();
    await expect(page).toHaveURL(`${bank.shellUrl}/preview`);
    await expect(page.getByText(version)).toBeVisible();
    await axeFindsNothing(page, 'the question of the customer site');
    await expect(page.getByText('Version cachée')).toHaveCount(0);
    await start.click();

    await expect(page.getByText('Version cachée')).toBeVisible();
    const badge = page.getByRole('complementary', {
      name: say('Aperçu d’une version', 'Preview of a version'),
    });
    await expect(badge).toContainText(version);
    const visitor = await (await page.context().browser()!.newContext()).newPage();
    await visitor.goto(`${bank.shellUrl}/${name}`);
    await expect(visitor.getByText('Version montrée')).toBeVisible();
    await visitor.context().close();
    await badge.getByRole('button', { name: say('Terminer l’aperçu', 'End the preview') }).click();
    await expect(page.getByText('Version montrée')).toBeVisible();
    await expect(badge).toHaveCount(0);
  },
);

inBothLanguages('a team gets a token, shown once, which is revoked', async ({ page, bank, say }) => {
  const team = `Équipe ${randomBytes(4).toString('hex')}`;
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/releases`);
  await page.getByRole('button', { name: say('Nouveau jeton', 'New token') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say(/^Équipe/, /^Team/) }).fill(team);
  await dialog.getByRole('checkbox', { name: 'cards' }).check();
  await expect(
    dialog.getByRole('checkbox', { name: say('Site client', 'Customer site'), exact: true }),
  ).toBeChecked();
  await dialog.getByRole('textbox', { name: say(/^Durée/, /^Lifetime/) }).fill('30');
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
