import {
  type Answer,
  type Call,
  marie,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSession } from '@bank/client/session';
import { setLanguage } from '@bank/i18n/language';
import { Transfer } from './transfer';

signInBeforeEach();

const moved = () => ({ status: 201, body: { success: true, reference: 'TR-1', balance: 74.5 } });

/** As behind the host's guard, which waits for the person. */
const Page = () => useSession().user && <Transfer />;

/** The page over a server with one response per attempt. */
function renderWith(...tries: (() => Answer)[]) {
  const responses: Record<string, Answer> = {
    '/auth/me': { body: marie },
    '/solde': { body: { balance: { available_balance: 100, currency: 'EUR' }, history: [] } },
  };
  return renderPage(<Page />, {
    path: '/dashboard?action=transfer',
    fetch: ({ path }: Call) => responses[path] ?? (tries.shift() ?? unreachable)(),
  });
}

async function review(recipient: string, amount: string) {
  await type('Numéro du client', recipient);
  await type('Montant', amount);
  await press('Continuer');
}

it('repeats the transfer, sends it, and shows its receipt', async () => {
  const { sent } = renderWith(moved);
  await type('Libellé', 'Loyer');
  await review('7', '25,50');
  expect(await screen.findByText('Client n° 7')).toBeInTheDocument();
  expect(screen.getByText('Loyer')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await press(/^Envoyer 25,50\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(screen.getByText('Virement effectué').parentElement).toHaveFocus();
  expect(screen.getByText(/^74,50\s€$/)).toBeInTheDocument();
  expect(sent()).toMatchObject([
    { path: '/balance/transfer', body: { recipient_id: 7, amount: 25.5, description: 'Loyer' } },
  ]);
});

it('sends a compact IBAN, and displays that the bank has to validate', async () => {
  const payment = { reference: 'PAY-1', created_at: '2026-11-21T10:00:00Z' };
  const { sent } = renderWith(() => ({ status: 201, body: { success: true, payment } }));
  await press('À un IBAN');
  await userEvent.click(screen.getByLabelText('IBAN'));
  await userEvent.paste('de89 3704 0044 0532 0130 00');
  expect(screen.getByLabelText('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00');
  await type('Nom du destinataire', 'Zoë Krüger');
  await type('Montant', '3');
  await press('Continuer');
  await press(/^Envoyer 3,00\s€$/);
  expect(await screen.findByText('Virement en attente de validation')).toBeInTheDocument();
  expect(screen.getByText('PAY-1')).toBeInTheDocument();
  expect(sent()).toMatchObject([
    {
      path: '/paiement',
      body: {
        recipient_account: 'DE89370400440532013000',
        recipient_name: 'Zoë Krüger',
        amount: 3,
        currency: 'EUR',
        payment_method: 'sepa_transfer',
      },
    },
  ]);
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

it.each([
  ['Numéro du client', '', 'Ce champ est obligatoire.'],
  ['Numéro du client', 'paul', 'Saisissez un nombre entier, en chiffres.'],
  ['Numéro du client', '0', 'Cette valeur est trop petite.'],
  ['Montant', '', 'Ce champ est obligatoire.'],
  ['Montant', '0', 'Le montant minimum est de 0,01\u00a0€.'],
  ['Montant', '1,234', 'Deux décimales au plus.'],
])('refuses "%s" being "%s" before it calls', async (label, text, message) => {
  const { sent } = renderWith();
  if (text) await type(label, text);
  await press('Continuer');
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(message)));
  expect(sent()).toEqual([]);
});

it.each([
  ['INSUFFICIENT_FUNDS', {}, 'Montant'],
  ['TRANSFER_LIMIT_EXCEEDED', {}, 'Montant'],
  ['LIMIT_OF_LEVEL', {}, 'Montant'],
  ['RECIPIENT_NOT_FOUND', { recipient_id: 'Non.' }, 'Numéro du client'],
  ['TRANSFER_TO_SELF', { recipient_id: 'Non.' }, 'Numéro du client'],
])('puts %s beside its field', async (code, fields, label) => {
  renderWith(() => refused(422, code, 'Non.', fields));
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Non\./));
  expect(screen.getByLabelText('Montant')).toHaveValue('5');
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
  expect(screen.getByLabelText('Numéro du client')).toBeInTheDocument();
  expect(screen.getByLabelText('Montant')).toHaveValue('3');
});

it('retries under one key, also after a reload, and takes another one for another amount', async () => {
  const first = renderWith(unreachable);
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText('Le virement a échoué. Veuillez réessayer.')).toBeInTheDocument();
  first.unmount();

  const second = renderWith(unreachable, moved);
  expect(await screen.findByLabelText('Montant')).toHaveValue('5');
  await press('Continuer');
  await press(/^Envoyer 5,00\s€$/);
  await screen.findByText('Le virement a échoué. Veuillez réessayer.');
  await press('Modifier');
  expect(screen.getByLabelText('Numéro du client')).toHaveFocus();
  await type('Montant', '0');
  await press('Continuer');
  await press(/^Envoyer 50,00\s€$/);
  await screen.findByText('TR-1');
  const keys = [...first.sent(), ...second.sent()].map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('displays the catalogue’s exact English sentences', async () => {
  act(() => setLanguage('en'));
  renderWith(() => ({ status: 500 }), unreachable);
  await type('Customer number', '7');
  await type('Amount', '5');
  await press('Continue');
  await press(/^Send 5,00\s€$/);
  expect(await screen.findByText('Transfer failed')).toBeInTheDocument();
  await press(/^Send 5,00\s€$/);
  expect(await screen.findByText('Transfer failed. Please try again.')).toBeInTheDocument();
});
