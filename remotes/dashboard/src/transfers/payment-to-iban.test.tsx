import {
  type Answer,
  pasteInto,
  press,
  refused,
  signInBeforeEach,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import type { Query } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQueryClient } from '@bank/client/query';
import { bodies, iban, payment, renderOver, renderWith, reviewIban } from './transfer-fixture';

signInBeforeEach();

describe('the name of an account’s holder', () => {
  it('is taken over by one press when it is nearly the typed one', async () => {
    const verified = { result: 'close_match', name: 'Zoë Krüger' };
    const view = renderOver({ verified }, payment('queued'));
    await reviewIban();
    await press('Continuer');
    expect(await screen.findByText('Le titulaire de ce compte est Zoë Krüger.')).toBeInTheDocument();
    await press('Prendre ce nom');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('Virement en route')).toBeInTheDocument();
    expect(bodies(view)).toMatchObject([{ recipient_name: 'Zoë Krüger' }]);
  });

  it('is asked for once, also when the page is read again', async () => {
    // As the shell does when the language changes.
    function Reread() {
      const queries = useQueryClient();
      const isReread = ({ observers }: Query) =>
        observers.every(({ options }) => options.staleTime !== Infinity);
      return <button onClick={() => void queries.invalidateQueries({ predicate: isReread })}>Relire</button>;
    }
    const { asked } = renderOver({ beside: <Reread /> });
    await reviewIban();
    await press('Continuer');
    await screen.findByText('Le nom correspond au titulaire du compte.');
    const before = asked('/solde').length;
    await press('Relire');
    await waitFor(() => expect(asked('/solde').length).toBeGreaterThan(before));
    expect(asked('/payees/verify')).toHaveLength(1);
  });

  it('needs a second confirmation when it is another', async () => {
    const view = renderOver({ verified: { result: 'no_match' } }, payment('awaiting_approval'));
    await reviewIban();
    await press('Continuer');
    expect(await screen.findByText('Ce nom n’est pas celui du titulaire')).toBeInTheDocument();
    await press(/^Envoyer 3,00\s€$/);
    const box = screen.getByRole('checkbox', { name: /J’ai vérifié cet IBAN/ });
    expect(box).toHaveAccessibleDescription(/Cochez cette case pour continuer/);
    expect(view.sent()).toEqual([]);
    await userEvent.click(box);
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('PAY-1')).toBeInTheDocument();
  });

  it.each([
    ['not possible', { result: 'not_possible' }, /n’a pas répondu à la vérification/],
    ['a match', { result: 'match' }, 'Le nom correspond au titulaire du compte.'],
  ])('is reported as %s, and the money can be sent', async (_what, verified, words) => {
    renderOver({ verified }, payment('queued'));
    await reviewIban();
    await press('Continuer');
    expect(await screen.findByText(words)).toBeInTheDocument();
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('PAY-1')).toBeInTheDocument();
  });
});

describe('the receipt of a payment to another bank', () => {
  const sent = () => ({
    status: 201,
    body: {
      success: true,
      payment: { id: 7, reference: 'PAY-1', created_at: '2026-11-21T10:00:00Z', stage: 'queued' },
    },
  });
  it.each([
    ['settled', null, 'Virement exécuté', 'La banque du bénéficiaire a reçu l’argent.', 'Exécuté'],
    [
      'rejected',
      'AC04',
      'Virement non exécuté',
      /clôturé\. L’argent est revenu sur votre compte\.$/,
      'Refusé',
    ],
  ])('follows it: %s', async (stage, code, title, message, state) => {
    const moved = { id: 7, stage, reason_code: code, reason: null };
    renderOver({}, sent, () => ({ body: moved }));
    await reviewIban();
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(screen.getByText(state)).toBeInTheDocument();
  });
});

it('leads from the receipt to the movements of the account that paid', async () => {
  const account = (id: number, currency: string) => ({ id, currency, status: 'open', available_balance: 50 });
  const accounts = () => ({ body: { accounts: [account(1, 'EUR'), account(3, 'USD')] } });
  const cost = { fee: 4.5, currency: 'USD', charges: 'SHA', countries_not_served: [] };
  const fee = () => ({ body: { ...cost, country: 'DE', rate: 1, arrival_date: '2026-12-01' } });
  renderOver({ accounts, fee }, payment('awaiting_approval'));
  await reviewIban();
  await userEvent.selectOptions(screen.getByLabelText('Mode d’envoi'), 'international_transfer');
  await screen.findByRole('option', { name: /^USD \(/ });
  await userEvent.selectOptions(screen.getByLabelText('Compte débité'), 'USD');
  await press('Continuer');
  await press(/^Envoyer 3,00\s\$US$/);
  expect(await screen.findByRole('link', { name: 'Voir mes transactions' })).toHaveAttribute(
    'href',
    '/dashboard/currencies?account=3',
  );
});

describe('a saved payee', () => {
  const saved = { id: 4, name: 'Anne Durand', label: 'Loyer', account: iban, bic: null };

  it('is chosen instead of an IBAN, and can be given up for one', async () => {
    const view = renderOver({ beneficiaries: [saved] }, payment('queued'));
    await press('À un IBAN');
    await userEvent.selectOptions(await screen.findByLabelText('Bénéficiaire'), 'Anne Durand – Loyer');
    expect(screen.queryByLabelText('IBAN')).not.toBeInTheDocument();
    await pasteInto(screen.getByLabelText('Montant'), '3');
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('PAY-1')).toBeInTheDocument();
    expect(bodies(view)).toMatchObject([
      { beneficiary_id: 4, recipient_account: iban, recipient_name: 'Anne Durand' },
    ]);
  });
});

it('offers an international transfer outside SEPA', async () => {
  const { sent } = renderWith();
  await press('À un IBAN');
  await type('IBAN', 'TR330006100519786457841326');
  await type('Nom du destinataire', 'Ayşe');
  await type('Montant', '3');
  await press('Continuer');
  await waitFor(() =>
    expect(screen.getByLabelText('Mode d’envoi')).toHaveAccessibleDescription(
      /choisissez un virement international/,
    ),
  );
  expect(sent()).toEqual([]);
});

it('works out the fee again that could not be, without which nothing is sent', async () => {
  const arrival = { country: 'TR', arrival_date: '2026-12-01', rate: 1, countries_not_served: [] };
  const cost = { body: { fee: 4.5, currency: 'EUR', charges: 'SHA', ...arrival } };
  const fees: Answer[] = [refused(429, 'RATE_LIMITED', 'Trop de demandes.'), cost];
  const { sent } = renderOver({ fee: () => fees.shift() ?? unreachable() });
  await press('À un IBAN');
  await type('IBAN', 'TR330006100519786457841326');
  await type('Nom du destinataire', 'Ayşe');
  await userEvent.selectOptions(screen.getByLabelText('Mode d’envoi'), 'international_transfer');
  await type('Montant', '3');
  await press('Continuer');
  expect(await screen.findByText(/^Les frais n’ont pas pu être calculés/)).toBeVisible();
  await press(/^Envoyer 3,00\s€$/);
  await press('Réessayer');
  expect(await screen.findByText(/^4,50\s€$/)).toBeVisible();
  expect(sent()).toEqual([]);
});

it('offers the transfer to a customer for an IBAN of this bank', async () => {
  renderWith(() => refused(422, 'RECIPIENT_IN_THIS_BANK', 'Non.', { recipient_account: 'Non.' }));
  await press('À un IBAN');
  await type('IBAN', 'DE89370400440532013000');
  await type('Nom du destinataire', 'Paul');
  await type('Montant', '3');
  await press('Continuer');
  await press(/^Envoyer 3,00\s€$/);
  await press('Faire un virement à ce client');
  expect(screen.getByLabelText('Destinataire')).toBeInTheDocument();
  expect(screen.getByLabelText('Montant')).toHaveValue('3');
});

it('offers no payment where the bank reaches no other bank', async () => {
  renderOver({ offersPayments: false });
  await press('À un IBAN');
  expect(await screen.findByText(/reliée à aucune autre banque/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continuer' })).not.toBeInTheDocument();
  await press('À un client Bank PCS');
  expect(screen.getByRole('button', { name: 'Continuer' })).toBeVisible();
});
