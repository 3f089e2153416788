import type { BrowserContext } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

/** The day after today, in Paris. */
const tomorrow = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(Date.now() + 86_400_000);

/** A customer of their own in this page, with a card. */
async function asCardHolder(context: BrowserContext, shellUrl: string) {
  const { token } = await ownCustomer(context, shellUrl);
  await call('POST', `${shellUrl}/api/cards/create`, { token, body: { card_type: 'debit' } });
}

inBothLanguages(
  'a debit is ordered, deactivated, activated and removed',
  async ({ page, context, bank, say }) => {
    await asCardHolder(context, bank.shellUrl);
    await page.goto('/scheduled-payments');
    await expect(page.getByText(say('Aucun débit programmé', 'No scheduled debits'))).toBeVisible();
    await axeFindsNothing(page);

    await page
      .getByRole('button', { name: say('Programmer un débit', 'Schedule a debit') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: say('Programmer le débit', 'Schedule the debit') }).click();
    await expect(dialog.getByLabel(say('Libellé', 'Label'))).toHaveAccessibleDescription(
      say(/Ce champ est obligatoire/, /required/i),
    );
    await axeFindsNothing(page);
    await dialog.getByLabel(say('Montant', 'Amount')).fill('29,90');
    await dialog.getByLabel(say('Libellé', 'Label')).fill('Salle de sport');
    await dialog.getByLabel(say('Premier débit le', 'First debit on')).fill(tomorrow());
    await dialog
      .getByRole('button', { name: say(/^Programmer 29,90\s€ par mois$/, /^Schedule 29,90\s€ a month$/) })
      .click();
    await expect(dialog).toBeHidden();

    const row = page.getByRole('row', { name: /Salle de sport/ });
    await expect(row).toContainText(say('Demain', 'Tomorrow'));
    await expect(row).toContainText(/29,90\s€/);
    await expect(row.getByText(say('Actif', 'Active'), { exact: true })).toBeVisible();
    await axeFindsNothing(page);

    await row
      .getByRole('button', { name: say('Désactiver Salle de sport', 'Deactivate Salle de sport') })
      .click();
    await expect(row.getByText(say('Inactif', 'Inactive'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(row.getByText(say('Inactif', 'Inactive'), { exact: true })).toBeVisible();
    await row.getByRole('button', { name: say('Activer Salle de sport', 'Activate Salle de sport') }).click();
    await expect(row.getByText(say('Actif', 'Active'), { exact: true })).toBeVisible();

    await row.getByRole('button', { name: say('Supprimer Salle de sport', 'Remove Salle de sport') }).click();
    await axeFindsNothing(page);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Supprimer le débit', 'Remove the debit') })
      .click();
    await expect(page.getByText(say('Aucun débit programmé', 'No scheduled debits'))).toBeVisible();
  },
);

inBothLanguages(
  'a failing server is reported, and the list can be reloaded',
  async ({ page, context, bank, say }) => {
    await ownCustomer(context, bank.shellUrl);
    await page.route('**/api/user/scheduled_payments', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/dashboard/scheduled');
    const failed = say(
      'Impossible de récupérer les débits programmés',
      'Unable to retrieve the scheduled debits',
    );
    await expect(page.getByText(failed)).toBeVisible({ timeout: 15_000 });
    await axeFindsNothing(page);
    await page.unroute('**/api/user/scheduled_payments');
    await page.getByRole('button', { name: say('Réessayer', 'Try again') }).click();
    await expect(page.getByText(say('Aucun débit programmé', 'No scheduled debits'))).toBeVisible();

    await page
      .getByRole('button', { name: say('Programmer un débit', 'Schedule a debit') })
      .first()
      .click();
    await page.getByRole('link', { name: say('Voir mes cartes', 'See my cards') }).click();
    await expect(page).toHaveURL('/dashboard/cards');
  },
);

inBothLanguages('a failed switch is reported, and nothing changes', async ({ page, context, bank, say }) => {
  await asCardHolder(context, bank.shellUrl);
  await page.route('**/api/user/scheduled_payments', (route) =>
    route.fulfill({
      json: {
        scheduled: [
          {
            id: 1,
            card_id: 1,
            amount: 5,
            currency: 'EUR',
            active: true,
            label: 'Journal',
            next_run: '2030-01-07T23:00:00.000Z',
            frequency: 'weekly',
            first_run: '2030-01-08',
          },
        ],
      },
    }),
  );
  await page.goto('/dashboard/scheduled');
  const row = page.getByRole('row', { name: /Journal/ });
  await expect(row).toContainText(say('Le 8 janv. 2030', 'On 8 Jan 2030'));
  await expect(row).toContainText(say('Chaque semaine, le mardi', 'Every week, on Tuesday'));
  await row.getByRole('button', { name: say('Désactiver Journal', 'Deactivate Journal') }).click();
  await expect(page.getByRole('alert')).toContainText(
    say('Erreur lors de la désactivation', 'Deactivation failed'),
  );
  await expect(row.getByText(say('Actif', 'Active'), { exact: true })).toBeVisible();
});
