import type { Locator, Page } from '@playwright/test';
import type { Bank } from '../support/bank';
import { expect as assert, test } from '../support/bank-fixture';
import { connectTo, newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { axeFindings, withoutLiveEvents } from './axe';
import { withPayments } from './payment-desk';
import { enterAs } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

/** A state of a screen, in French: its address, how it is reached, and what is visible. */
interface State {
  name: string;
  path: string;
  /** A call that never ends, fails, or gets another response than the server's. */
  calls?: { to: RegExp; answer: 'none' | 'failure' | object };
  act?: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
}

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const retry = (place: Page | Locator) => place.getByRole('button', { name: 'Réessayer' });
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** The states of every list: loading, failed, and empty. */
const listStates = (path: string, to: RegExp, empty: object, words: string): State[] => [
  { name: `${path} waits`, path, calls: { to, answer: 'none' }, shown: text('Chargement...') },
  { name: `${path} failed`, path, calls: { to, answer: 'failure' }, shown: retry },
  { name: `${path} is empty`, path, calls: { to, answer: empty }, shown: text(words) },
];

const nowhere = { page: 1, limit: 20, total: 0, pages: 0 };
const noPayments = {
  payments: [],
  pagination: nowhere,
  summary: { pending: 0, completed: 0, failed: 0, volume: 0 },
};

const everyList = [
  ...listStates('/admin', /\/admin\/stats/, {}, '').slice(0, 2),
  ...listStates('/admin/validate-payments', /\/api\/paiement\?/, noPayments, 'Aucun paiement en attente'),
  ...listStates(
    '/admin/users',
    /\/admin\/users\?/,
    { users: [], pagination: nowhere },
    'Aucun utilisateur trouvé',
  ),
  ...listStates(
    '/admin/transactions',
    /\/admin\/transactions\?/,
    { transactions: [], pagination: nowhere },
    'Aucune transaction trouvée',
  ),
  ...listStates('/admin/reports', /\/admin\/reports\?/, {}, '').slice(0, 2),
  ...listStates('/admin/logs', /\/admin\/logs\?/, { logs: [], pagination: nowhere }, 'Aucune entrée trouvée'),
  ...listStates(
    '/admin/logs?view=jobs',
    /\/admin\/jobs\?/,
    { runs: [], pagination: nowhere },
    'Aucune tâche n’a encore tourné',
  ),
  ...listStates(
    '/admin/kyc',
    /\/admin\/kyc\?/,
    { submissions: [], pagination: nowhere },
    'Aucun dossier en attente',
  ),
  ...listStates(
    '/admin/approvals',
    /\/admin\/approvals\?/,
    { approvals: [], pagination: nowhere },
    'Aucune demande',
  ),
  ...listStates('/admin/releases', /\/api\/admin\/releases$/, { remotes: [] }, 'Aucun module n’est publié'),
];

const twoFactor = (enabled: boolean) => ({
  to: /\/settings\/2fa$/,
  answer: { enabled, recovery_codes_left: 10 },
});

/** Payments: `low` and `high` are pending, of a small and a large amount. */
function paymentStates({ low, high }: { low: number; high: number }): State[] {
  const desk = '/admin/validate-payments';
  const chooseAll = async (page: Page) => {
    await page.getByLabel('Tout choisir sur cette page').check();
    await press('Approuver la sélection')(page);
  };
  return [
    { name: 'a payment', path: `${desk}?payment=${low}`, shown: text('Analyse du risque') },
    { name: 'no such payment', path: `${desk}?payment=999999`, shown: text('Ce paiement n’existe pas') },
    {
      name: 'a payment that did not come',
      path: `${desk}?payment=${low}`,
      calls: { to: /\/api\/paiement\/\d+$/, answer: 'failure' },
      shown: (page) => retry(dialog(page)),
    },
    {
      name: 'an approval',
      path: `${desk}?payment=${low}&action=approve`,
      calls: twoFactor(false),
      shown: (page) => page.getByRole('button', { name: /^Approuver \d/ }),
    },
    {
      name: 'an approval by code',
      path: `${desk}?payment=${high}&action=approve`,
      calls: twoFactor(true),
      act: press(/^Approuver \d/),
      shown: (page) => page.locator('[aria-invalid=true]'),
    },
    {
      name: 'an approval that lacks two-factor',
      path: `${desk}?payment=${high}&action=approve`,
      calls: twoFactor(false),
      shown: text('Ce paiement demande la double authentification'),
    },
    { name: 'a rejection', path: `${desk}?payment=${low}&action=reject`, shown: text('Motif') },
    {
      name: 'several, of which some are barred',
      path: desk,
      calls: twoFactor(false),
      act: chooseAll,
      shown: text(/à traiter à part/),
    },
    {
      name: 'several, on their way',
      path: desk,
      calls: { to: /\/api\/paiement\/validate$/, answer: 'none' },
      act: async (page) => {
        await chooseAll(page);
        await press(/^Approuver \d+ paiements/)(page);
      },
      shown: text('Traitement en cours'),
    },
    {
      name: 'several, failed',
      path: desk,
      calls: { to: /\/api\/paiement\/validate$/, answer: 'failure' },
      act: async (page) => {
        await chooseAll(page);
        await press(/^Approuver \d+ paiements/)(page);
      },
      shown: text('Ce qui a été fait'),
    },
    { name: 'the keys', path: desk, act: press('Raccourcis clavier'), shown: text('Paiement suivant') },
  ];
}

/** The dialogs of the other screens. */
const dialogs = (transaction: number, submission: number): State[] => [
  {
    name: 'a refused creation',
    path: '/admin/users?action=create',
    act: press('Créer l’utilisateur'),
    shown: (page) => dialog(page).getByRole('alert'),
  },
  { name: 'a person', path: '/admin/users?user=2&action=edit', shown: text('Enregistrer') },
  { name: 'limits', path: '/admin/users?user=2&action=limits', shown: text('Enregistrer les plafonds') },
  {
    name: 'a deletion',
    path: '/admin/users?user=2&action=delete',
    shown: text('Supprimer cet utilisateur ?'),
  },
  {
    name: 'a person who did not come',
    path: '/admin/users?user=2&action=edit',
    calls: { to: /\/admin\/users\/2$/, answer: 'failure' },
    shown: (page) => retry(dialog(page)),
  },
  {
    name: 'a transaction',
    path: `/admin/transactions?transaction=${transaction}`,
    shown: text('Toutes ses transactions'),
  },
  {
    name: 'no such transaction',
    path: '/admin/transactions?transaction=999999999',
    shown: text('Cette transaction n’existe pas'),
  },
  {
    name: 'a period too long',
    path: '/admin/reports?dateFrom=2020-01-01&dateTo=2026-01-01',
    shown: text('Un rapport couvre 366 jours au plus.'),
  },
  { name: 'security', path: '/admin/settings?tab=security', shown: text('Double authentification') },
  {
    name: 'the days behind a picture',
    path: '/admin',
    act: (page) => page.getByText('Voir les chiffres jour par jour').first().click(),
    shown: (page) => page.getByRole('table', { name: 'Paiements par jour et par issue' }),
  },
  {
    name: 'a new deploy token',
    path: '/admin/releases?action=token',
    act: press('Créer le jeton'),
    shown: (page) => dialog(page).getByRole('alert'),
  },
  { name: 'what waits', path: '/admin/approvals', shown: text('Marie Lefèvre') },
  {
    name: 'an approval of a request',
    path: '/admin/approvals?approve=1',
    shown: text(/^Valider la demande n°\s1/),
  },
  {
    name: 'a refusal of a request',
    path: '/admin/approvals?refuse=1',
    act: press('Refuser'),
    shown: (page) => dialog(page).getByRole('alert'),
  },
  { name: 'a file', path: `/admin/kyc?submission=${submission}`, shown: text('Votre décision') },
  {
    name: 'a refusal of a file',
    path: `/admin/kyc?submission=${submission}`,
    act: press('Rejeter'),
    shown: text('Motifs fréquents'),
  },
];

/** The demonstration data used by the states. */
async function statesOf(bank: Bank, token: string): Promise<State[]> {
  const get = async <Body>(path: string) =>
    (await call<Body>('GET', `${bank.backOfficeUrl}/api/${path}`, { token })).body;
  // Other tests decide those of the demonstration.
  const [low, high] = await withPayments(bank, async (calls) => [
    (await calls.pay(await calls.customer(3_000, 5_000), { amount: 2_000 })).id,
    (await calls.pay(await calls.customer(20_000, 50_000), { amount: 15_000 })).id,
  ]);
  const { transactions } = await get<{ transactions: { id: number }[] }>('admin/transactions?limit=1');
  const { submissions } = await get<{ submissions: { id: number }[] }>('admin/kyc?status=pending&limit=1');
  return [
    ...everyList,
    ...paymentStates({ low, high }),
    ...dialogs(transactions[0]?.id ?? 0, submissions[0]?.id ?? 0),
  ];
}

/** Axe's findings in a state. */
async function look(page: Page, origin: string, state: State): Promise<string[]> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { calls } = state;
  if (calls) {
    await page.route(calls.to, (route) => {
      if (calls.answer === 'none') return undefined;
      return calls.answer === 'failure'
        ? route.fulfill({ status: 500, body: '' })
        : route.fulfill({ json: calls.answer });
    });
  }
  await page.goto(origin + state.path);
  // A screen also displays 'Chargement...' while its own code is loading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }), state.name).toBeVisible();
  await state.act?.(page);
  await expect(state.shown(page), state.name).toBeVisible();
  return axeFindings(page, state.name);
}

/** Every look of the product; only with the long matrices. */
const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const;

for (const [theme, width] of looks) {
  test.describe(`${theme}, ${width} px @matrix`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 } });

    test('axe finds nothing in any state of the back-office', async ({ page, context, bank }) => {
      // With a session that renews itself, since the test outlasts a token.
      const admin = await newCustomer(bank.shellUrl);
      const database = connectTo(bank.migrationUrl);
      await promote(database, admin);
      await database.end();
      const states = await statesOf(bank, admin.token);
      test.setTimeout(states.length * 20_000);
      await withoutLiveEvents(context);
      await enterAs(context, admin);
      const findings: string[] = [];
      for (const state of states) findings.push(...(await look(page, bank.backOfficeUrl, state)));
      expect(findings).toEqual([]);
    });
  });
}
