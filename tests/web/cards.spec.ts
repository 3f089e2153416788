import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { ownCustomer } from './people';

/** Issues a card by the API; returns its last four digits, as the page shows them. */
async function newCard(shellUrl: string, { token }: SignedIn) {
  const { body } = await call<{ card: { id: number; card_number: string } }>(
    'POST',
    `${shellUrl}/api/cards/create`,
    { token, body: { card_type: 'debit' } },
  );
  return `••••${body.card.card_number.slice(-4)}`;
}

const cardItem = (page: Page, number: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: number });

inBothLanguages(
  'a card is blocked after a question, and unblocked, once the server agreed',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    const number = await newCard(bank.shellUrl, await ownCustomer(context, bank.shellUrl));
    await page.goto('/dashboard/cards');
    const item = cardItem(page, number);
    const block = page.getByRole('button', {
      name: say(`Bloquer la carte ${number}`, `Block card ${number}`),
    });
    await block.click();
    const question = page.getByRole('alertdialog', {
      name: say(`Bloquer la carte ${number}`, `Block card ${number}`),
    });
    await axeFindsNothing(page);
    await question.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
    await expect(block).toBeFocused();
    await block.click();
    await question.getByRole('button', { name: say('Bloquer la carte', 'Block the card') }).click();
    await expect(item.getByText(say('Bloquée', 'Blocked'))).toBeVisible();
    await expect(
      page.getByText(say(`La carte ${number} est bloquée.`, `Card ${number} is blocked.`)),
    ).toBeVisible();
    await page.reload();
    await expect(item.getByText(say('Bloquée', 'Blocked'))).toBeVisible();
    await axeFindsNothing(page);
    await page.getByRole('button', { name: say('Débloquer', 'Unblock') }).click();
    await expect(item.getByText('Active', { exact: true })).toBeVisible();
  },
);

inBothLanguages('a failed change of status leaves the list unchanged', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const number = await newCard(bank.shellUrl, await ownCustomer(context, bank.shellUrl));
  await page.goto('/dashboard/cards');
  const item = cardItem(page, number);
  const block = async () => {
    await item.getByRole('button', { name: say('Bloquer', 'Block') }).click();
    await page.getByRole('button', { name: say('Bloquer la carte', 'Block the card'), exact: true }).click();
  };
  await page.route('**/api/carte/*/status', (route) => route.fulfill({ status: 500, body: '' }));
  await block();
  await expect(item.getByRole('alert')).toContainText(
    say('Erreur lors de la modification du statut de la carte', 'Failed to change the status of the card'),
  );
  await expect(item.getByText('Active', { exact: true })).toBeVisible();
  await axeFindsNothing(page);
  await page.unroute('**/api/carte/*/status');
  await page.route('**/api/carte/*/status', (route) => route.abort());
  await block();
  await expect(item.getByRole('alert')).toContainText(say('Erreur de connexion', 'Connection error'));
  await page.unroute('**/api/carte/*/status');
  await block();
  await expect(item.getByText(say('Bloquée', 'Blocked'))).toBeVisible();
  await expect(item.getByRole('alert')).toBeHidden();
});

inBothLanguages('a write to a card stores no data, and clears the fields', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const number = await newCard(bank.shellUrl, await ownCustomer(context, bank.shellUrl));
  await page.goto('/dashboard/cards');
  await page
    .getByRole('button', { name: say(`Écrire sur la carte ${number}`, `Write to the card ${number}`) })
    .click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('Écrire sur la carte', 'Write to the card') });
  await expect(submit).toBeDisabled();
  await expect(dialog.getByText(say('irréversible', 'irreversible'))).toBeVisible();
  await axeFindsNothing(page);
  const track = (name: number) => dialog.getByLabel(say(`Piste ${name}`, `Track ${name}`));
  const custom = dialog.getByLabel(say('Données libres', 'Custom data'));
  for (const [field, most] of [
    [track(1), '79'],
    [track(2), '40'],
    [track(3), '107'],
    [custom, '500'],
  ] as const) {
    await expect(field).toHaveAttribute('maxlength', most);
  }
  await custom.fill('   ');
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    say('Veuillez remplir au moins un champ de données', 'Please fill in at least one data field'),
  );
  await custom.fill('');
  await track(2).fill('nonsense');
  await submit.click();
  await expect(track(2)).toHaveAccessibleDescription(say(/la forme de cette piste/, /this track/));
  await track(2).fill(';4000001234567899=29111010000?');

  await page.route('**/api/carte/write', (route) => route.abort());
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    say('Erreur de connexion avec le serveur', 'Could not connect to the server'),
  );
  await page.unroute('**/api/carte/write');
  await page.route('**/api/carte/write', (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText(
    say("Erreur lors de l'écriture sur la carte", 'Failed to write to the card'),
  );
  await page.unroute('**/api/carte/write');
  await submit.click();
  await expect(
    dialog.getByText(
      say('Données écrites avec succès sur la carte', 'Data written to the card successfully'),
    ),
  ).toBeVisible();
  await expect(dialog.getByText(/WR-\S+, (à|at) \d\d:\d\d/)).toBeVisible();
  await expect(track(2)).toHaveValue(';4000001234567899=29111010000?');
  await expect(track(2)).toHaveValue('', { timeout: 4_000 });
  await expect(submit).toBeDisabled();
  await axeFindsNothing(page);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  );
  expect(kept).not.toContain('4000001234567899');
});

inBothLanguages('a physical and a virtual card are created with the chosen type', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  await ownCustomer(context, bank.shellUrl);
  await page.goto('/dashboard/cards');
  await expect(
    page.getByText(
      say(
        "Vous n'avez pas encore de carte PCS associée à ce compte.",
        'You do not have a PCS card on this account yet.',
      ),
    ),
  ).toBeVisible();
  await axeFindsNothing(page);
  const create = async (type: string, virtual: boolean) => {
    await page
      .getByRole('button', { name: say('Créer une carte', 'Create a card') })
      .first()
      .click();
    await page.getByLabel(say('Type de carte', 'Card type')).selectOption({ label: type });
    await page.getByLabel(say('Carte virtuelle', 'Virtual card')).setChecked(virtual);
    await page.getByRole('button', { name: say('Créer la carte', 'Create the card') }).click();
    await expect(
      page.getByText(say('Carte créée avec succès !', 'Card created successfully!')).first(),
    ).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText(
      virtual
        ? say('Elle est active', 'It is active')
        : say(/La carte en plastique arrive d’ici au \d/, /The plastic card arrives by \d/),
    );
    await page.getByRole('link', { name: say('Voir mes cartes', 'See my cards') }).click();
  };
  await create('Elite (Business)', true);
  await create('Premium', false);
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(say('Virtuelle', 'Virtual'));
  await expect(items.first()).toContainText('Elite (Business)');
  await expect(items.last()).toContainText(say('Physique', 'Physical'));
  await axeFindsNothing(page);
});

inBothLanguages('a failure to load the cards is reported, and they can be reloaded', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const number = await newCard(bank.shellUrl, await ownCustomer(context, bank.shellUrl));
  await page.route('**/api/carte', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard/cards');
  const alert = page.getByRole('alert').filter({
    hasText: say('Impossible de récupérer les cartes', 'Unable to retrieve the cards'),
  });
  // The client retries a few times.
  await expect(alert).toContainText(
    say("Vous n'avez pas encore de carte PCS", 'You do not have a PCS card'),
    {
      timeout: 20_000,
    },
  );
  await axeFindsNothing(page);
  await page.unroute('**/api/carte');
  await page.getByRole('button', { name: say('Réessayer', 'Try again') }).click();
  await expect(cardItem(page, number)).toBeVisible();
});
