import { type Answer, pasteInto, press, refused, signInBeforeEach, type } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bankDay } from '@bank/i18n/format';
import { renderOver } from './transfer-fixture';
import { emptyOrder, typedOrder } from './transfer-order';

signInBeforeEach();

const turkish = 'TR330006100519786457841326';
const abroad = { id: 5, name: 'Ann Lee', label: null, account: '12345678', bic: 'CHASUS33', country: 'US' };
const account = (currency: string) => ({ currency, status: 'open', available_balance: 5000 });
const accounts = (): Answer => ({ body: { accounts: ['EUR', 'SEK'].map(account) } });
const inDays = (days: number) => bankDay(Date.now() + days * 86_400_000);
const tomorrow = () => inDays(1);
const isNow = () =>
  waitFor(() => {
    expect(screen.getByRole('button', { name: 'Maintenant' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByLabelText('Rythme')).not.toBeInTheDocument();
  });
const pays = async (words: RegExp) =>
  expect(await screen.findByRole('button', { name: words })).toBeVisible();

async function fillStanding(recipient: string, firstRun = tomorrow()) {
  await press('À un IBAN');
  await pasteInto(await screen.findByLabelText('IBAN'), recipient);
  await pasteInto(screen.getByLabelText('Nom du destinataire'), 'Ayşe');
  await pasteInto(screen.getByLabelText('Montant'), '50');
  await press('Régulièrement');
  await userEvent.type(screen.getByLabelText('Premier virement le'), firstRun);
}
const chooseMethod = (method: string) =>
  userEvent.selectOptions(screen.getByLabelText('Mode d’envoi'), method);

describe('a standing order', () => {
  it.each([
    ['another currency', 'Compte débité', 'SEK'],
    ['charges of its own', 'Frais', 'OUR'],
  ])('is given up in sight of the person for %s', async (_what, label, choice) => {
    const view = renderOver({ accounts });
    await fillStanding(turkish);
    await chooseMethod('international_transfer');
    await screen.findByRole('option', { name: /^SEK \(/ });
    expect(screen.getByLabelText('Rythme')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText(label), choice);
    await isNow();
    expect(screen.queryByRole('button', { name: 'Régulièrement' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Un virement permanent part en euros/)).toBeVisible();
    await press('Continuer');
    await pays(/^Envoyer 50,00\s(€|SEK)$/);
    expect(view.sent()).toEqual([]);
  });

  it('is none by an international transfer within SEPA', async () => {
    renderOver({ accounts });
    await fillStanding('DE89370400440532013000');
    await chooseMethod('international_transfer');
    await isNow();
  });

  it.each([
    ['its first run', 1, 1],
    ['the last day that can be planned, where it begins later', 400, 366],
  ])('to a country outside SEPA shows the fee of %s, with shared charges', async (_what, begins, asked) => {
    const cost = { fee: 4.5, currency: 'EUR', charges: 'SHA', country: 'TR', arrival_date: '2026-12-01' };
    const view = renderOver({
      accounts,
      fee: () => ({ body: { ...cost, rate: 1, countries_not_served: [] } }),
    });
    await fillStanding(turkish, inDays(begins));
    await chooseMethod('international_transfer');
    await press('Continuer');
    await pays(/^Enregistrer 50,00\s€, chaque mois$/);
    expect(await screen.findByText(/^4,50\s€$/)).toBeVisible();
    expect(view.asked('/payments/fee')[0]).toContain(`execution_date=${inDays(asked)}`);
  });

  it('is not ordered to an entry of the address book that has the account under another name', async () => {
    const iban = 'DE89370400440532013000';
    const known = { id: 4, name: 'Ayse & Fils', label: null, account: iban, bic: null, country: 'DE' };
    const fields = { account: 'Ce compte est déjà dans votre carnet.' };
    const view = renderOver({ beneficiaries: [known] }, () =>
      refused(409, 'BENEFICIARY_KNOWN', 'Déjà dans votre carnet.', fields),
    );
    await fillStanding(iban);
    await press('Continuer');
    await press(/^Enregistrer 50,00\s€, chaque mois$/);
    expect(await screen.findByText('Ce compte est déjà dans votre carnet.')).toBeVisible();
    expect(view.sent().map(({ path }) => path)).toEqual(['/beneficiaries']);
  });

  it('shows the method of its runs, which are no instant transfers', async () => {
    renderOver({});
    await fillStanding('DE89370400440532013000');
    await chooseMethod('sepa_instant');
    await press('Continuer');
    await pays(/^Enregistrer 50,00\s€, chaque mois$/);
    expect(screen.getByText(/^Virement SEPA, /)).toBeVisible();
  });

  it('is given up in sight of the person for an entry without an IBAN', async () => {
    renderOver({ beneficiaries: [abroad] });
    await press('Régulièrement');
    await press('À un IBAN');
    expect(screen.getByLabelText('Rythme')).toBeVisible();
    await userEvent.selectOptions(await screen.findByLabelText('Bénéficiaire'), 'Ann Lee – … 5678');
    await isNow();
  });

  it('is not paid at once for such an entry that the search finds', async () => {
    const view = renderOver({ beneficiaries: [abroad] });
    await press('Régulièrement');
    await userEvent.type(screen.getByLabelText('Premier virement le'), tomorrow());
    await type('Montant', '10');
    await type('Destinataire', 'ann');
    await screen.findByRole('button', { name: 'Ann Lee' });
    await press('Continuer');
    await isNow();
    expect(screen.getByText(/^Un virement permanent part en euros/)).toBeVisible();
    expect(screen.getByLabelText('Montant')).toHaveValue('10');
    expect(view.sent()).toEqual([]);
  });
});

it.each([
  ['in another currency', { currency: 'SEK' }],
  ['with charges of its own', { charges: 'BEN' }],
  ['to an account without an IBAN', { beneficiary_id: '5', recipient_account: '1234', payee_country: 'US' }],
] as const)('refuses a standing order %s that a draft still has', (_what, chosen) => {
  const order = { to: 'iban', recipient_account: turkish, recipient_name: 'Ayşe', amount: '5' } as const;
  const rhythm = { when: 'standing', first_run: tomorrow() } as const;
  const typed = { ...emptyOrder, ...order, ...rhythm, payment_method: 'international_transfer' } as const;
  expect(typedOrder.safeParse(typed).success).toBe(true);
  expect(typedOrder.safeParse({ ...typed, ...chosen }).error?.issues).toMatchObject([
    { path: ['payment_method'], message: 'STANDING_ORDER' },
  ]);
});

it('goes back to the day of a payment that is over by its confirmation', async () => {
  const view = renderOver({});
  await press('À un IBAN');
  await pasteInto(await screen.findByLabelText('IBAN'), 'DE89370400440532013000');
  await pasteInto(screen.getByLabelText('Nom du destinataire'), 'Zoé');
  await pasteInto(screen.getByLabelText('Montant'), '3');
  await press('À une date');
  await userEvent.type(screen.getByLabelText('Date du virement'), tomorrow());
  await press('Continuer');
  await pays(/^Envoyer 3,00\s€$/);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  await press(/^Envoyer 3,00\s€$/);
  expect(await screen.findByLabelText('Date du virement')).toHaveAccessibleDescription(/après aujourd’hui/);
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(view.sent()).toEqual([]);
  jest.restoreAllMocks();
});
