import { expect, test } from '../support/bank-fixture';
import { ownCustomer, takenOver } from './people';

test('a new customer signs up, adds 50 €, and finds them after a reload and a restart of the server', async ({
  page,
  bank,
}) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Ouvrir mon compte' }).click();
  await page.getByLabel('Prénom').fill('Élodie');
  await page.getByLabel('Nom', { exact: true }).fill("O'Connor-Müller");
  await page.getByLabel('Nom d’utilisateur').fill('elodie.om');
  await page.getByLabel('E-mail').fill('elodie@example.com');
  await page.getByLabel('Mot de passe', { exact: true }).fill('un cheval bleu');
  await page.getByLabel('Confirmer le mot de passe').fill('un cheval bleu');
  await page.getByRole('main').getByRole('button', { name: 'Ouvrir mon compte' }).click();

  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle(/Bank PCS$/);
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText(
    "Élodie O'Connor-Müller",
  );
  await expect(page.getByRole('complementary', { name: 'Espace personnel' })).toContainText('Non vérifié');
  await expect(page.getByRole('main')).toContainText(/0,00\s€/);

  await page.getByRole('button', { name: 'Ajouter des fonds' }).click();
  await page.getByLabel('Montant').fill('50');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: /^Ajouter 50,00\s€$/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main')).toContainText(/50,00\s€/);

  await page.reload();
  await expect(page.getByRole('main')).toContainText(/50,00\s€/);
  await bank.restart();
  await page.reload();
  await expect(page.getByRole('main')).toContainText(/50,00\s€/);
});

test('a refused sign-up keeps the typed values and shows each error beside its field', async ({ page }) => {
  await page.goto('/signup');
  await takenOver(page);
  await page.getByLabel('Prénom').fill('Marie');
  await page.getByLabel('Nom', { exact: true }).fill('Martin');
  await page.getByLabel('Nom d’utilisateur').fill('marie');
  await page.getByLabel('E-mail').fill('new.marie@example.com');
  await page.getByLabel('Mot de passe', { exact: true }).fill('un cheval bleu');
  await page.getByLabel('Confirmer le mot de passe').fill('un cheval vert');
  const submit = page.getByRole('main').getByRole('button', { name: 'Ouvrir mon compte' });
  await submit.click();
  await expect(page.getByLabel('Confirmer le mot de passe')).toHaveAccessibleDescription(
    /Les mots de passe ne correspondent pas/,
  );
  await page.getByLabel('Confirmer le mot de passe').fill('un cheval bleu');
  await submit.click();
  await expect(page.getByLabel('Nom d’utilisateur')).toHaveAccessibleDescription(/déjà pris/);
  await expect(page.getByLabel('E-mail')).toHaveValue('new.marie@example.com');
});

test('adding funds twice after a lost response moves the money once', async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Ajouter des fonds' }).click();
  await page.getByLabel('Montant').fill('12,50');
  await page.getByRole('button', { name: 'Continuer' }).click();

  // The server responds, but the response never arrives.
  await page.route('**/api/balance/update', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('button', { name: /^Ajouter 12,50\s€$/ });
  await send.click();
  await expect(page.getByText('L’ajout de fonds a échoué. Veuillez réessayer.').first()).toBeVisible();
  await page.unroute('**/api/balance/update');
  await send.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/dashboard/balance');
  await expect(page.getByRole('main')).toContainText(/12,50\s€/);
  await expect(page.getByRole('main')).not.toContainText(/25,00\s€/);
});
