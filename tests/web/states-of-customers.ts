import type { Page } from '@playwright/test';
import { pdfFile } from '../support/identity-files';
import { type State, cut, hold, press, shows, waitingAndFailing } from './state';

const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog');
const connection = 'Erreur de connexion';

/** The screens of a new customer. */
export const ofNewcomers: State[] = [
  { name: 'overview, nothing moved yet', at: '/dashboard', reach: shows('Aucune activité pour le moment') },
  { name: 'balance of nothing', at: '/dashboard/balance', reach: shows('Les 90 derniers jours') },
  { name: 'no statement', at: '/dashboard/account', reach: shows('Aucun relevé pour le moment') },
  { name: 'no mandate', at: '/dashboard/direct-debits', reach: shows('Aucun mandat') },
  { name: 'no card', at: '/dashboard/cards', reach: shows("Vous n'avez pas encore de carte PCS") },
  { name: 'no debit', at: '/dashboard/scheduled', reach: shows('Aucun débit programmé') },
  {
    name: 'no card for a debit',
    at: '/dashboard/scheduled',
    reach: async (page) => {
      await press(page, 'Programmer un débit');
      return dialog(page).getByText('Aucune carte utilisable');
    },
  },
  { name: 'no transaction', at: '/dashboard/transactions', reach: shows('Aucune transaction trouvée') },
  ...['all', 'unread', 'transaction', 'security'].map((filter) => ({
    name: `notifications, ${filter}`,
    at: `/dashboard/notifications?filter=${filter}`,
    reach: shows(/Aucune notification|Vous avez tout lu/),
  })),
  {
    name: 'no check yet',
    at: '/dashboard/check-balance',
    reach: shows('Aucune vérification pour le moment'),
  },
  {
    name: 'empty profile',
    at: '/dashboard/settings',
    reach: shows('Tous les champs sont obligatoires, sauf le téléphone.'),
  },
  {
    name: 'refused profile',
    at: '/dashboard/settings',
    reach: async (page) => {
      await press(page, 'Enregistrer');
      return page.getByRole('alert').filter({ hasText: 'Ville' });
    },
  },
  {
    name: 'refused password',
    at: '/dashboard/settings?tab=security',
    reach: async (page) => {
      await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('court');
      await press(page, 'Changer mon mot de passe');
      return page.getByText(/doit contenir au moins 8 caractères/);
    },
  },
  {
    name: 'second factor',
    at: '/dashboard/settings?tab=security',
    reach: async (page) => {
      await press(page, 'Activer la double authentification');
      return page.getByText('2. Saisissez le premier code');
    },
  },
  {
    name: 'preferences',
    at: '/dashboard/settings?tab=notifications',
    reach: shows('Enregistrer mes préférences'),
  },
  {
    name: 'verification without a file',
    at: '/dashboard/kyc?step=2',
    reach: shows('Aucun statut disponible.'),
  },
  { name: 'summary of no file', at: '/dashboard/settings?tab=kyc', reach: shows('Compléter mon dossier') },
];

/** The steps of the verification, up to a file that is not accepted. */
export const ofVerification: State[] = [
  { name: 'personal details', at: '/dashboard/kyc', reach: shows('Vos informations personnelles') },
  {
    name: 'refused personal details',
    at: '/dashboard/kyc',
    reach: async (page) => {
      await press(page, 'Continuer');
      return page.getByRole('alert');
    },
  },
  {
    name: 'documents',
    at: '/dashboard/kyc',
    reach: async (page) => {
      await page.getByLabel('Date de naissance').fill('1990-05-17');
      await page.getByLabel('Adresse', { exact: true }).fill('1 rue des Lilas, 75020 Paris');
      await press(page, 'Continuer');
      await page.getByLabel('Ajouter des documents').setInputFiles([
        { name: 'passeport.pdf', mimeType: 'application/pdf', buffer: pdfFile() },
        { name: 'notes.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('notes') },
      ]);
      return page.getByText('Ce type de fichier n’est pas accepté.');
    },
  },
];

/** Every screen while its data is loading, and after it failed to load. */
export const ofTheLine: State[] = [
  ...waitingAndFailing('/dashboard/balance', 'solde', connection),
  ...waitingAndFailing('/dashboard/direct-debits', 'direct-debits?*', connection),
  ...waitingAndFailing('/dashboard/account', 'accounts', 'Impossible de récupérer vos coordonnées bancaires'),
  ...waitingAndFailing('/dashboard/cards', 'carte', connection),
  ...waitingAndFailing('/dashboard/scheduled', 'user/scheduled_payments', connection),
  ...waitingAndFailing('/dashboard/transactions', 'user/transactions?*', connection),
  ...waitingAndFailing(
    '/dashboard/notifications',
    'notifications?*',
    'Erreur lors du chargement des notifications',
  ),
  ...waitingAndFailing('/dashboard/kyc', 'kyc', connection),
  ...waitingAndFailing('/dashboard/settings', 'settings/profile', connection),
  ...waitingAndFailing('/dashboard/settings?tab=notifications', 'settings/preferences', connection),
  {
    name: 'overview loading',
    at: '/dashboard',
    reach: async (page) => {
      await hold(page, 'overview');
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page.getByRole('main').getByText('Chargement...');
    },
  },
  {
    name: 'overview failed',
    at: '/dashboard',
    reach: async (page) => {
      await cut(page, 'overview');
      await page.reload();
      return page.getByText('Chiffre indisponible').first();
    },
  },
  {
    name: 'check failed',
    at: '/dashboard/check-balance',
    reach: async (page) => {
      await cut(page, 'solde/check');
      await press(page, 'Vérifier maintenant');
      return page.getByText('Erreur de connexion avec le serveur');
    },
  },
];

/** The dialogs of a customer with a card, two debits, money and notifications. */
export const ofHolders: State[] = [
  {
    name: 'card: blocking',
    isInJourney: true,
    at: '/dashboard/cards',
    reach: async (page) => {
      await press(page, /^Bloquer la carte/);
      return question(page);
    },
  },
  {
    name: 'card: writing, refused',
    at: '/dashboard/cards',
    reach: async (page) => {
      await press(page, /^Écrire sur la carte/);
      await dialog(page).getByLabel('Piste 2').fill('nonsense');
      await press(dialog(page), 'Écrire sur la carte');
      return dialog(page).getByRole('alert');
    },
  },
  {
    name: 'card: a new one',
    at: '/dashboard?action=create-card',
    reach: (page) => dialog(page).getByLabel('Type de carte'),
  },
  {
    name: 'debit: refused',
    isInJourney: true,
    at: '/dashboard/scheduled',
    reach: async (page) => {
      await press(page, 'Programmer un débit');
      await press(dialog(page), 'Programmer le débit');
      return dialog(page).getByRole('alert');
    },
  },
  {
    name: 'debit: removing',
    isInJourney: true,
    at: '/dashboard/scheduled',
    reach: async (page) => {
      await press(page, /^Supprimer Loyer/);
      return question(page);
    },
  },
  {
    name: 'transaction',
    at: '/dashboard/transactions',
    reach: async (page) => {
      await page.getByRole('rowheader').first().getByRole('link').click();
      return dialog(page).getByText('Référence');
    },
  },
  {
    name: 'transactions: dates the wrong way round',
    at: '/dashboard/transactions?dateFrom=2026-11-10&dateTo=2026-11-01',
    reach: shows(/La fin de la période précède son début/),
  },
  {
    name: 'notification: deleting',
    at: '/dashboard/notifications',
    reach: async (page) => {
      await press(page, 'Supprimer');
      return question(page);
    },
  },
  {
    name: 'balance checked',
    at: '/dashboard/check-balance',
    reach: async (page) => {
      await press(page, 'Vérifier maintenant');
      return page.getByRole('row').nth(1);
    },
  },
  {
    name: 'balance day by day',
    at: '/dashboard/balance',
    reach: async (page) => {
      await page.getByText('Voir le solde jour par jour').click();
      return page.getByRole('row').nth(1);
    },
  },
];

/** The form remembers the kind of recipient of a draft. */
async function toIban(page: Page) {
  const choice = dialog(page).getByRole('button', { name: /^À un (IBAN|client)/ });
  await choice.waitFor();
  if ((await choice.textContent()) === 'À un IBAN') await choice.click();
}

/** Goes on to the confirmation, which asks about a name that is not the account holder's. */
async function review(page: Page) {
  await press(dialog(page), 'Continuer');
  await dialog(page)
    .getByRole('button', { name: /^Envoyer/ })
    .waitFor();
  const accept = dialog(page).getByRole('checkbox', { name: 'J’ai vérifié cet IBAN' });
  if (await accept.isVisible()) await accept.check();
}

/** The steps of the calls that move money. */
export const ofMoney: State[] = [
  {
    name: 'transfer: refused',
    at: '/dashboard?action=transfer',
    reach: async (page) => {
      await press(dialog(page), 'Continuer');
      return dialog(page).getByRole('alert');
    },
  },
  {
    name: 'transfer: to an IBAN that is wrong',
    at: '/dashboard?action=transfer',
    reach: async (page) => {
      await toIban(page);
      await dialog(page).getByLabel('IBAN', { exact: true }).fill('DE00370400440532013000');
      await press(dialog(page), 'Continuer');
      return dialog(page).getByText(/La clé de contrôle ne correspond pas/);
    },
  },
  {
    name: 'transfer: confirmation, and no line',
    at: '/dashboard?action=transfer',
    reach: async (page) => {
      await toIban(page);
      await dialog(page).getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000');
      await dialog(page).getByLabel('Nom du destinataire').fill('Zoë Krüger');
      await dialog(page).getByLabel('Montant').fill('1');
      await review(page);
      await cut(page, 'paiement');
      await press(dialog(page), /^Envoyer/);
      return dialog(page).getByText('Le virement a échoué. Veuillez réessayer.');
    },
  },
  {
    name: 'transfer: receipt',
    at: '/dashboard?action=transfer',
    reach: async (page) => {
      await toIban(page);
      await dialog(page).getByLabel('IBAN', { exact: true }).fill('DE89370400440532013000');
      await dialog(page).getByLabel('Nom du destinataire').fill('Zoë Krüger');
      await dialog(page).getByLabel('Montant').fill('1');
      await review(page);
      await press(dialog(page), /^Envoyer/);
      return dialog(page).getByText('Virement en route');
    },
  },
  {
    name: 'funds: refused',
    at: '/dashboard?action=add-funds',
    reach: async (page) => {
      await dialog(page).getByLabel('Montant').fill('0');
      await press(dialog(page), 'Continuer');
      return dialog(page).getByRole('alert');
    },
  },
  {
    name: 'funds: confirmation',
    at: '/dashboard?action=add-funds',
    reach: async (page) => {
      await dialog(page).getByLabel('Montant').fill('50');
      await press(dialog(page), 'Continuer');
      return dialog(page).getByText('Vérifiez le montant');
    },
  },
];
