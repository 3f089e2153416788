import {
  type Answer,
  marie,
  press,
  refused,
  signInBeforeEach,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { writeDraft } from '@bank/client/draft';
import { publishLiveEvent } from '@bank/client/live-events';
import { RecentPayees } from './recent-payees';
import { transferDraft } from './transfer-draft';
import { moved, renderOver, renderWith, review } from './transfer-fixture';

signInBeforeEach();

it('is among those of before once the transfer was made, whose own event fetches nothing more', async () => {
  const { asked } = renderOver({ beside: <RecentPayees /> }, moved);
  await review('7', '5');
  const before = asked('/payees/recent').length;
  await press(/^Envoyer 5,00\s€$/);
  await screen.findByText('TR-1');
  act(() => publishLiveEvent({ type: 'transaction', data: { reference: 'TR-1' } }));
  await act(() => new Promise((passed) => setTimeout(passed, 100)));
  expect(asked('/payees/recent')).toHaveLength(before + 1);
});

describe('the recipient', () => {
  const entry = () => screen.findByLabelText('Destinataire');
  const found: Answer = { body: { kind: 'customer', recipient_id: 3, name: 'Paul N.' } };

  it('is found by name without sending the form, and stands before the confirmation', async () => {
    const { sent } = renderOver({ resolved: found }, moved);
    await userEvent.type(await entry(), '@paul{Enter}');
    expect(await screen.findByText('Paul N.')).toBeVisible();
    expect(screen.queryByLabelText('Destinataire')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Montant')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Montant'), '5{Enter}');
    expect(await screen.findByText('Client n° 3')).toBeVisible();
    expect(screen.getByText('Paul N.')).toBeVisible();
    expect(sent()).toEqual([]);
    await press(/^Envoyer 5,00\s€$/);
    await screen.findByText('TR-1');
    expect(sent()).toMatchObject([{ body: { recipient_id: 3, amount: 5 } }]);
  });

  const warning = 'Coordonnées non confirmées';

  it('is sent to with a warning where they never proved the number they were found by', async () => {
    renderOver({ resolved: { body: { ...(found.body as object), unverified: true } } });
    await userEvent.type(await entry(), '0612345678{Enter}');
    await userEvent.type(await screen.findByLabelText('Montant'), '5{Enter}');
    expect(await screen.findByText('Client n° 3')).toBeVisible();
    expect(screen.getByText(warning)).toBeVisible();
    await press('Modifier');
    await press('Choisir quelqu’un d’autre');
    await review('4', '5');
    expect(await screen.findByText('Client n° 4')).toBeVisible();
    expect(screen.queryByText(warning)).not.toBeInTheDocument();
  });

  it('is sent to once more under the key of a lost answer, however they are found', async () => {
    const recent = [{ kind: 'customer', recipient_id: 3, name: 'Paul N.' }];
    const resolved = { body: { ...(found.body as object), unverified: true } };
    const { sent } = renderOver({ recent, resolved }, unreachable, moved, moved);
    await userEvent.type(await entry(), '0612345678{Enter}');
    await userEvent.type(await screen.findByLabelText('Montant'), '5{Enter}');
    expect(await screen.findByText(warning)).toBeVisible();
    await press(/^Envoyer 5,00\s€$/);
    await screen.findByText('Le virement a échoué. Veuillez réessayer.');
    await press('Modifier');
    await type('Montant', '0');
    await press('Continuer');
    await press(/^Envoyer 50,00\s€$/);
    await press('Faire un autre virement');
    await press('Paul N.');
    await type('Montant', '5');
    await press('Continuer');
    expect(await screen.findByText('Client n° 3')).toBeVisible();
    expect(screen.queryByText(warning)).not.toBeInTheDocument();
    await press(/^Envoyer 5,00\s€$/);
    await waitFor(() => expect(sent()).toHaveLength(3));
    const [lost, other, again] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(other).not.toBe(lost);
    expect(again).toBe(lost);
  });

  it('shows the recipient’s name for a typed number too', async () => {
    renderOver({ resolved: found });
    await review('3', '5');
    expect(await screen.findByText('Paul N.')).toBeVisible();
  });

  it('is one of before by one press, and can be exchanged', async () => {
    const recent = [
      { kind: 'outside', account: 'DE89370400440532013000', name: 'Otto' },
      { kind: 'customer', recipient_id: 3, name: 'Paul N.' },
    ];
    renderOver({ recent }, moved);
    await press('Otto');
    expect(screen.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
    await press('Choisir quelqu’un d’autre');
    await userEvent.type(await entry(), 'paul');
    expect(screen.queryByRole('button', { name: 'Otto' })).not.toBeInTheDocument();
    await press('Paul N.');
    await type('Montant', '5');
    await press('Continuer');
    expect(await screen.findByText('Client n° 3')).toBeVisible();
  });

  it('of another bank needs a name beside the account', async () => {
    renderOver({ resolved: { body: { kind: 'outside', account: 'DE89370400440532013000', bank: null } } });
    await userEvent.type(await entry(), 'DE89 3704 0044 0532 0130 00{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Nom du destinataire')).toHaveFocus());
    expect(screen.getByLabelText('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00');
  });

  it.each([
    ['FR76 3000 6000 0112 3456 7890 188', /Cet IBAN n’est pas valable/],
    ['FR76 3000 6000 0112 3456 7890 189', /Personne n’est connu/],
    ['fr763000600001123456789018', /Cet IBAN n’est pas valable/],
    ['+33 6 12 34 56 78', /Personne n’est connu/],
  ])('%s, when unknown, is refused as an IBAN only if it looks like one', async (typed, expected) => {
    renderOver({ resolved: refused(404, 'NOT_FOUND', 'Rien') });
    await type('Destinataire', typed);
    await press('Chercher');
    expect(await screen.findByText(expected)).toBeVisible();
  });

  it.each([
    [refused(404, 'NOT_FOUND', 'Rien'), /Personne n’est connu/],
    [refused(429, 'PAYEE_LIMIT_REACHED', 'Trop de recherches.'), /Trop de recherches/],
    [{ body: { kind: 'customer', recipient_id: marie.id, name: 'Marie L.' } }, /votre propre compte/],
  ])('shows why none is found: %j', async (answer, expected) => {
    renderOver({ resolved: answer });
    await type('Destinataire', 'paul@example.org');
    await press('Chercher');
    expect(await screen.findByText(expected)).toBeVisible();
    expect(await entry()).toHaveValue('paul@example.org');
  });
});

it.each([
  ['101', /il manque 1,00\s€/],
  ['95', /ne permet plus que 90,00\s€/],
])('refuses %s euros before the confirmation, with what is missing', async (typed, expected) => {
  const { sent } = renderWith();
  await type('Destinataire', '7');
  await waitFor(() => expect(screen.getByLabelText('Montant')).toHaveAccessibleDescription(/Disponible/));
  await type('Montant', typed);
  await press('Continuer');
  await waitFor(() => expect(screen.getByLabelText('Montant')).toHaveAccessibleDescription(expected));
  expect(sent()).toEqual([]);
});

it('refuses one’s own account before the confirmation', async () => {
  renderWith();
  await review(String(marie.id), '5');
  const field = await screen.findByLabelText('Destinataire');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/votre propre compte/));
});

describe('the method', () => {
  const turkish = { id: 6, name: 'Ayşe', label: null, account: 'TR330006100519786457841326', bic: null };
  const german = { kind: 'outside', account: 'DE89370400440532013000', name: 'Otto' };
  const method = () => screen.getByLabelText('Mode d’envoi');

  it('is the one that reaches the chosen recipient', async () => {
    renderOver({ recent: [german], beneficiaries: [turkish] });
    await type('Destinataire', 'ay');
    await press('Ayşe');
    expect(method()).toHaveValue('international_transfer');
    await press('Choisir quelqu’un d’autre');
    await press('Otto');
    expect(method()).toHaveValue('sepa_transfer');
    await press('Choisir quelqu’un d’autre');
    await press('À un IBAN');
    await userEvent.selectOptions(await screen.findByLabelText('Bénéficiaire'), 'Ayşe – … 1326');
    expect(method()).toHaveValue('international_transfer');
    await userEvent.selectOptions(screen.getByLabelText('Bénéficiaire'), 'Un autre compte');
    expect(method()).toHaveValue('sepa_transfer');
  });
});

describe('a draft', () => {
  const draft = { to: 'iban', amount: '3', recipient_name: 'Anne Durand' };
  const keep = (values: object) => writeDraft(marie.id, transferDraft, { ...draft, ...values });
  const german = { beneficiary_id: '4', recipient_account: 'DE89 3704 0044 0532 0130 00' };
  const american = { beneficiary_id: '4', recipient_account: '1234 5678', payee_country: 'US' };

  it('keeps its currency in sight before the accounts are there', async () => {
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => (gate.open = resolve));
    const account = (currency: string) => ({ currency, status: 'open', available_balance: 50 });
    keep({ payment_method: 'international_transfer', currency: 'USD' });
    renderOver({
      accounts: () => opened.then(() => ({ body: { accounts: ['EUR', 'GBP', 'USD'].map(account) } })),
    });
    expect(await screen.findByLabelText('Compte débité')).toHaveValue('USD');
    await act(async () => gate.open?.());
    expect(await screen.findByRole('option', { name: /^USD \(50,00/ })).toBeInTheDocument();
    expect(screen.getAllByRole('option', { name: /^USD/ })).toHaveLength(1);
    expect(screen.getByLabelText('Compte débité')).toHaveValue('USD');
  });

  it('of an entry that is no longer in the address book becomes a typed account', async () => {
    keep(german);
    const { sent } = renderOver({}, () => refused(422, 'LIMIT_OF_LEVEL', 'Non.'));
    expect(await screen.findByLabelText('IBAN')).toHaveValue(german.recipient_account);
    expect(screen.getByLabelText('Nom du destinataire')).toHaveValue('Anne Durand');
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).not.toHaveProperty('beneficiary_id');
  });

  it('of such an entry without an IBAN begins with the recipient again', async () => {
    keep(american);
    renderOver({});
    expect(await screen.findByLabelText('IBAN')).toHaveValue('');
    expect(screen.getByLabelText('Montant')).toHaveValue('3');
  });

  it('keeps its entry while the address book cannot be fetched', async () => {
    keep(german);
    renderOver({ beneficiaries: unreachable });
    expect(await screen.findByRole('option', { name: 'Anne Durand – … 3000' })).toBeInTheDocument();
    expect(screen.getByLabelText('Bénéficiaire')).toHaveValue('4');
    expect(screen.queryByLabelText('IBAN')).not.toBeInTheDocument();
  });
});

it('shows why a recipient is refused whose fields are not shown', async () => {
  const recent = [{ kind: 'outside', account: 'DE89370400440532013000', name: 'Otto' }];
  renderOver({ recent }, () =>
    refused(422, 'INVALID_FIELDS', 'Compte clos.', { recipient_account: 'Clos.' }),
  );
  await press('Otto');
  await type('Montant', '3');
  await press('Continuer');
  await press(/^Envoyer 3,00\s€$/);
  expect(await screen.findByRole('alert')).toHaveTextContent('Clos.');
});
