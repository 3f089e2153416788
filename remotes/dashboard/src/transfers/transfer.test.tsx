import { press, refused, signInBeforeEach, type, unreachable } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { moved, payment, renderWith, review } from './transfer-fixture';

signInBeforeEach();

it('repeats the transfer, sends it, and shows its receipt', async () => {
  const { sent } = renderWith(moved);
  await type('Libellé', 'Loyer');
  await review('7', '25,50');
  expect(await screen.findByText('Client n° 7')).toBeInTheDocument();
  expect(screen.getByText('Loyer')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await press(/^Envoyer 25,50\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(screen.getByText('Virement effectué').closest('[tabindex]')).toHaveFocus();
  expect(screen.getByText(/^74,50\s€$/)).toBeInTheDocument();
  expect(sent()).toMatchObject([
    { path: '/balance/transfer', body: { recipient_id: 7, amount: 25.5, description: 'Loyer' } },
  ]);
});

it('prints the receipt, and shares its words', async () => {
  const share = jest.fn(() => Promise.resolve());
  const print = jest.spyOn(window, 'print').mockReturnValue(undefined);
  Object.assign(navigator, { share });
  renderWith(moved);
  await review('7', '25,50');
  await press(/^Envoyer 25,50\s€$/);
  await screen.findByText('TR-1');
  await press('Imprimer');
  expect(print).toHaveBeenCalledTimes(1);
  await press('Partager');
  expect(share).toHaveBeenCalledWith({
    title: 'Bank PCS',
    text: expect.stringMatching(/^Virement effectué\n25,50\s€\nClient n°\s7\n.*\nTR-1$/) as string,
  });
  Reflect.deleteProperty(navigator, 'share');
  print.mockRestore();
});

it('sends a compact IBAN, and displays that the bank has to validate', async () => {
  const { sent } = renderWith(payment('awaiting_approval'));
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

it.each([
  ['Destinataire', '', 'Ce champ est obligatoire.'],
  ['Destinataire', 'paul', 'Personne n’est connu'],
  ['Destinataire', '0', 'Cette valeur est trop petite.'],
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
  ['RECIPIENT_NOT_FOUND', { recipient_id: 'Non.' }, 'Destinataire'],
  ['TRANSFER_TO_SELF', { recipient_id: 'Non.' }, 'Destinataire'],
])('puts %s beside its field', async (code, fields, label) => {
  renderWith(() => refused(422, code, 'Non.', fields));
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Non\./));
  expect(screen.getByLabelText('Montant')).toHaveValue('5');
});

it('forgets a refusal as soon as the order is another one', async () => {
  const text = 'Il ne reste plus assez.';
  renderWith(() => refused(422, 'INSUFFICIENT_FUNDS', text, { amount: text }));
  await review('7', '150');
  await waitFor(() => expect(screen.getByLabelText('Montant')).toBeInvalid());
  await press('Régulièrement');
  expect(screen.getByLabelText('Montant')).toBeValid();
  await press('Maintenant');
  await userEvent.clear(screen.getByLabelText('Montant'));
  await type('Montant', '20');
  await press('Continuer');
  await press(/^Envoyer 20,00\s€$/);
  expect(await screen.findByLabelText('Montant')).toHaveAccessibleDescription(new RegExp(text));
  await type('Montant', '1');
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

it('displays the catalogue’s exact English sentences', async () => {
  act(() => setLanguage('en'));
  renderWith(() => ({ status: 500 }), unreachable);
  await type('Recipient', '7');
  await type('Amount', '5');
  await press('Continue');
  await press(/^Send 5,00\s€$/);
  expect(await screen.findByText('Transfer failed')).toBeInTheDocument();
  await press(/^Send 5,00\s€$/);
  expect(await screen.findByText('Transfer failed. Please try again.')).toBeInTheDocument();
});
