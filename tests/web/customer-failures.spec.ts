import type { Page, Route } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { type Say, inBothLanguages } from './languages';
import { ownCustomer } from './people';
import { formOf } from './transfer-form';

const expect = assert.configure({ timeout: 15_000 });

test.slow();

/** A message of the server that is in no catalogue. */
const ownWords = 'Le serveur a ses raisons.';

/** The kinds of failure of a call. */
const failing = {
  silent: (route: Route) => route.fulfill({ status: 500, body: '' }),
  garbled: (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Bonjour</p>' }),
  network: (route: Route) => route.abort(),
  told: (route: Route) =>
    route.fulfill({ status: 422, json: { error: ownWords, code: 'REFUSED', request_id: 'r' } }),
  wrong: (route: Route) => route.fulfill({ json: { balance: { current_balance: 'much' } } }),
};

interface Failure {
  call: string;
  /** The screen, and the steps before the call. */
  at: string;
  prepare?: (page: Page, say: Say) => Promise<void>;
  /** The step that makes the call. */
  act: (page: Page, say: Say) => Promise<void>;
  /** The expected messages in French and English, for each kind of failure. */
  reads: Partial<Record<keyof typeof failing, [fr: string, en: string]>>;
}

const press = (fr: string | RegExp, en: string | RegExp) => (page: Page, say: Say) =>
  page
    .getByRole('button', { name: say(fr, en) })
    .last()
    .click();
const told: [string, string] = [ownWords, ownWords];
const connection: [string, string] = ['Erreur de connexion', 'Connection error'];

/** A list is fetched by opening its screen, then by its retry button. */
function list(at: string, path: string, silent: [string, string], network = connection): Failure {
  const retry = press('Réessayer', 'Try again');
  const act = async (page: Page, say: Say) => {
    if (new URL(page.url()).pathname !== at) await page.goto(at);
    else await retry(page, say);
  };
  return { call: `GET ${path}`, at: '/dashboard/settings', act, reads: { silent, network, garbled: silent } };
}

/** The screens that fetch data (specification 2, section 8). */
const lists: Failure[] = [
  list('/dashboard/cards', 'carte', ['Impossible de récupérer les cartes', 'Unable to retrieve the cards']),
  list('/dashboard/balance', 'solde', ['Impossible de récupérer le solde', 'Unable to retrieve the balance']),
  list('/dashboard/transactions', 'user/transactions?*', [
    'Impossible de récupérer les transactions',
    'Unable to retrieve the transactions',
  ]),
  list('/dashboard/scheduled', 'user/scheduled_payments', [
    'Impossible de récupérer les débits programmés',
    'Unable to retrieve the scheduled debits',
  ]),
  list(
    '/dashboard/notifications',
    'notifications?*',
    ['Erreur lors du chargement des notifications', 'Notifications could not be loaded'],
    ['Erreur lors du chargement des notifications', 'Notifications could not be loaded'],
  ),
];

/** The calls that a customer makes by a button (specification 2, section 8). */
const actions: Failure[] = [
  {
    call: 'GET solde/check',
    at: '/dashboard/check-balance',
    act: press('Vérifier maintenant', 'Check now'),
    reads: {
      silent: ['Impossible de récupérer le solde', 'Unable to retrieve the balance'],
      network: ['Erreur de connexion avec le serveur', 'Could not connect to the server'],
      wrong: ['Réponse du serveur invalide', 'Invalid server response'],
      garbled: ['Réponse du serveur invalide', 'Invalid server response'],
      told,
    },
  },
  {
    call: 'PUT carte/*/status',
    at: '/dashboard/cards',
    act: async (page, say) => {
      await press(/^Bloquer la carte/, /^Block card/)(page, say);
      await press('Bloquer la carte', 'Block the card')(page, say);
    },
    reads: {
      silent: [
        'Erreur lors de la modification du statut de la carte',
        'Failed to change the status of the card',
      ],
      network: connection,
    },
  },
  {
    call: 'POST carte/write',
    at: '/dashboard/cards',
    prepare: async (page, say) => {
      await press(/^Écrire sur la carte/, /^Write to the card/)(page, say);
      await page.getByLabel(say('Données libres', 'Custom data')).fill('x');
    },
    act: press('Écrire sur la carte', 'Write to the card'),
    reads: {
      silent: ["Erreur lors de l'écriture sur la carte", 'Failed to write to the card'],
      network: ['Erreur de connexion avec le serveur', 'Could not connect to the server'],
      told,
    },
  },
  {
    call: 'POST cards/create',
    at: '/dashboard/cards',
    prepare: press('Créer une carte', 'Create a card'),
    act: press('Créer la carte', 'Create the card'),
    reads: {
      silent: ['La création de la carte a échoué', 'Failed to create card'],
      network: [
        'La création de la carte a échoué. Veuillez réessayer.',
        'Failed to create card. Please try again.',
      ],
      told,
    },
  },
  {
    call: 'POST balance/transfer',
    at: '/dashboard?action=transfer',
    prepare: async (page, say) => {
      const form = formOf(page, say);
      await form.recipient.fill('1');
      await form.amount.fill('1');
      await form.review.click();
    },
    act: press(/^Envoyer 1,00/, /^Send 1,00/),
    reads: {
      silent: ['Le virement a échoué', 'Transfer failed'],
      network: ['Le virement a échoué. Veuillez réessayer.', 'Transfer failed. Please try again.'],
      told,
    },
  },
  {
    call: 'POST balance/update',
    at: '/dashboard?action=add-funds',
    prepare: async (page, say) => {
      await page.getByLabel(say('Montant', 'Amount')).fill('5');
      await press('Continuer', 'Continue')(page, say);
    },
    act: press(/^Ajouter 5,00/, /^Add .*5,00/),
    reads: {
      silent: ['L’ajout de fonds a échoué', 'Failed to add funds'],
      network: ['L’ajout de fonds a échoué. Veuillez réessayer.', 'Failed to add funds. Please try again.'],
      told,
    },
  },
  {
    call: 'POST scheduled_payments/deactivate',
    at: '/dashboard/scheduled',
    act: press('Désactiver Loyer', 'Deactivate Loyer'),
    reads: { silent: ['Erreur lors de la désactivation', 'Deactivation failed'] },
  },
  {
    call: 'POST scheduled_payments/activate',
    at: '/dashboard/scheduled',
    act: press('Activer Gaz', 'Activate Gaz'),
    reads: { network: ["Erreur lors de l'activation", 'Activation failed'] },
  },
  {
    call: 'POST contact',
    at: '/contact',
    prepare: async (page, say) => {
      const goOn = press('Continuer', 'Continue');
      await goOn(page, say);
      await page.getByLabel(say('Catégorie', 'Category')).selectOption('cards');
      await goOn(page, say);
      await page.getByLabel(say('Sujet', 'Subject')).fill('Carte');
      await page.getByLabel('Message', { exact: true }).fill('Ma carte est restée dans la machine.');
    },
    act: press('Envoyer le message', 'Send the message'),
    reads: {
      silent: ["Erreur : Erreur lors de l'envoi", 'Error: The message could not be sent'],
      told: [`Erreur : ${ownWords}`, `Error: ${ownWords}`],
    },
  },
  {
    call: 'PUT settings/preferences',
    at: '/dashboard/settings?tab=notifications',
    act: press('Enregistrer mes préférences', 'Save my preferences'),
    reads: { silent: ['Erreur lors de la mise à jour', 'Error while updating'], told },
  },
];

/** A customer with a card, a debit that runs and one that does not. */
async function furnish(shellUrl: string, { token }: SignedIn) {
  const post = <Body>(path: string, body: unknown) =>
    call<Body>('POST', `${shellUrl}/api/${path}`, { token, body });
  const { body } = await post<{ card: { id: number } }>('cards/create', { card_type: 'debit' });
  const debit = { card_id: body.card.id, amount: 9, frequency: 'monthly', first_run: '2099-01-01' };
  await post('user/scheduled_payments', { ...debit, label: 'Loyer' });
  const { body: idle } = await post<{ id: number }>('user/scheduled_payments', { ...debit, label: 'Gaz' });
  await post('scheduled_payments/deactivate', { id: idle.id, card_id: body.card.id });
}

/** A message may begin with its kind, which is read aloud. */
const endsWith = (words: string) =>
  new RegExp(`(^|\\s)${words.replaceAll('.', '\\.').replaceAll(' ', '\\s')}$`);

/** Breaks one call in every way, and checks the screen's message each time. */
async function provoke(page: Page, say: Say, { call: broken, at, prepare, act, reads }: Failure) {
  const [method, path] = broken.split(' ');
  const address = `**/api/${path}`;
  await page.goto(at);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page, say);
  for (const [way, [fr, en]] of Object.entries(reads) as [keyof typeof failing, [string, string]][]) {
    const fail = (route: Route) =>
      route.request().method() === method ? failing[way](route) : route.fallback();
    await page.route(address, fail);
    await act(page, say);
    const words = page.getByText(endsWith(say(fr, en))).filter({ visible: true });
    await expect(words.first(), `${broken} fails: ${way}`).toBeVisible();
    await page.unroute(address, fail);
  }
}

for (const [what, failures] of Object.entries({ screens: lists, buttons: actions })) {
  inBothLanguages(`the catalogue of errors: ${what}`, async ({ page, context, bank, say }) => {
    await furnish(bank.shellUrl, await ownCustomer(context, bank.shellUrl, { funds: 50 }));
    for (const failure of failures) {
      await test.step(failure.call, () => provoke(page, say, failure));
    }
    await axeFindsNothing(page, what);
  });
}

inBothLanguages('errors are shown beside their fields', async ({ page, context, bank, say }) => {
  await ownCustomer(context, bank.shellUrl);
  const required = say('Ce champ est obligatoire', 'This field is required');
  const form = formOf(page, say);
  await page.goto('/dashboard?action=transfer');
  await form.review.click();
  await expect(form.recipient).toHaveAccessibleDescription(new RegExp(required));
  await form.recipient.fill('abc');
  await form.amount.fill('0,001');
  await form.review.click();
  await expect(form.recipient).toHaveAttribute('aria-invalid', 'true');
  await expect(form.amount).toHaveAttribute('aria-invalid', 'true');

  await page.goto('/dashboard?action=add-funds');
  await press('Continuer', 'Continue')(page, say);
  await expect(page.getByLabel(say('Montant', 'Amount'))).toHaveAccessibleDescription(new RegExp(required));

  await page.goto('/dashboard/settings?tab=security');
  await page.getByLabel(say('Mot de passe actuel', 'Current password')).fill('whatever-it-is');
  const chosen = page.getByLabel(say('Nouveau mot de passe', 'New password'), { exact: true });
  const again = page.getByLabel(say('Confirmer le nouveau mot de passe', 'Confirm new password'));
  const change = page.getByRole('button', { name: say('Changer mon mot de passe', 'Change my password') });
  await chosen.fill('court');
  await again.fill('autre');
  await change.click();
  await expect(chosen).toHaveAccessibleDescription(
    say(/Le mot de passe doit contenir au moins 8 caractères/, /at least 8 characters/),
  );
  await chosen.fill('assez-long-maintenant');
  await change.click();
  await expect(again).toHaveAccessibleDescription(
    say(/Les mots de passe ne correspondent pas/, /The passwords do not match/),
  );
  await axeFindsNothing(page);

  // The first step is filled in for a signed-in user.
  await page.goto('/contact');
  await expect(page.getByRole('textbox', { name: /e-?mail/i })).not.toHaveValue('');
  await press('Continuer', 'Continue')(page, say);
  await expect(
    page.getByRole('heading', { name: say('De quoi s’agit-il ?', 'What is it about?') }),
  ).toBeVisible();
  await press('Continuer', 'Continue')(page, say);
  await expect(
    page.getByText(
      say('Veuillez remplir tous les champs obligatoires', 'Please fill in all required fields'),
    ),
  ).toBeVisible();
});

test('a page that failed by what it received asks for it again', async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl);
  await page.route('**/api/carte', (route) => route.fulfill({ json: {} }));
  await page.goto('/dashboard/cards');
  const retry = page.getByRole('main').getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/carte');
  await retry.click();
  await expect(page.getByRole('button', { name: 'Créer une carte' })).toBeVisible();
});

test('a refusal is read in the language that is chosen after it', async ({ page, context, bank }) => {
  await ownCustomer(context, bank.shellUrl);
  await page.goto('/dashboard?action=add-funds');
  const amount = page.getByRole('dialog').getByRole('textbox');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await expect(amount).toHaveAccessibleDescription(/Ce champ est obligatoire/);
  // As another tab does.
  const choose = (language: string) =>
    page.evaluate((chosen) => {
      localStorage.setItem('language', chosen);
      window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: chosen }));
    }, language);
  await choose('en');
  await expect(amount).toHaveAccessibleDescription(/This field is required/);
  await choose('fr');
  await expect(amount).toHaveAccessibleDescription(/Ce champ est obligatoire/);
});

test('a window that the browser closes without asking is closed for the page too', async ({
  page,
  context,
  bank,
}) => {
  await ownCustomer(context, bank.shellUrl);
  await page.goto('/dashboard?action=add-funds');
  const dialog = page.getByRole('dialog', { name: 'Ajouter des fonds' });
  await expect(dialog).toBeVisible();
  // Nothing was clicked yet: the owner is not asked.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/action=/);
  await page.getByRole('button', { name: 'Ajouter des fonds' }).first().click();
  await expect(dialog).toBeVisible();
});
