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
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQueryClient } from '@bank/client/query';
import { bankDay } from '@bank/i18n/format';
import { setLanguage } from '@bank/i18n/language';
import { moved, renderOver, renderWith, review } from './transfer-fixture';

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

/** A response that arrives when the test lets it. */
function late(answer: Answer) {
  const gate: { open?: () => void } = {};
  const arrived = new Promise<void>((resolve) => (gate.open = resolve));
  return { arrive: () => act(async () => gate.open?.()), answer: () => arrived.then(() => answer) };
}
const keys = (view: ReturnType<typeof renderWith>) =>
  view.sent().map(({ headers }) => headers.get('Idempotency-Key'));

it('leaves the next order and its key alone when the one before succeeds late', async () => {
  const first = late(moved());
  const view = renderWith(first.answer, unreachable, moved);
  await review('7', '25,50');
  await press(/^Envoyer 25,50\s€$/);
  await press('Fermer');
  await press('Faire un virement');
  await userEvent.clear(await screen.findByLabelText('Montant'));
  await pasteInto(screen.getByLabelText('Montant'), '60');
  await press('Continuer');
  await press(/^Envoyer 60,00\s€$/);
  await screen.findByText('Le virement a échoué. Veuillez réessayer.');
  await first.arrive();
  expect(screen.getByText(/^25,50\s€\s: virement enregistré\.$/)).toBeInTheDocument();
  expect(screen.queryByText('TR-1')).not.toBeInTheDocument();
  await press(/^Envoyer 60,00\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  const [one, two, again] = keys(view);
  expect(two).not.toBe(one);
  expect(again).toBe(two);
});

it('sends the same order again under its key when its form was opened again before it succeeded', async () => {
  const first = late(moved());
  const view = renderWith(first.answer, moved);
  await review('7', '25,50');
  await press(/^Envoyer 25,50\s€$/);
  await press('Fermer');
  await press('Faire un virement');
  await press('Continuer');
  await first.arrive();
  await press(/^Envoyer 25,50\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(new Set(keys(view)).size).toBe(1);
});

it('pays the same order once more, under another key, after a late success that was shown', async () => {
  const first = late(moved());
  const view = renderWith(first.answer, moved);
  await review('7', '25,50');
  await press(/^Envoyer 25,50\s€$/);
  await press('Fermer');
  await first.arrive();
  expect(screen.getByText(/^25,50\s€\s: virement enregistré\.$/)).toBeInTheDocument();
  await press('Faire un virement');
  expect(await screen.findByLabelText('Montant')).toHaveValue('');
  await review('7', '25,50');
  await press(/^Envoyer 25,50\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(new Set(keys(view)).size).toBe(2);
});

const payment = (stage: string) => () => ({
  status: 201,
  body: { success: true, payment: { reference: 'PAY-1', created_at: '2026-11-21T10:00:00Z', stage } },
});
const iban = 'DE89370400440532013000';

async function reviewIban(name = 'Zoe Kruger') {
  await press('À un IBAN');
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  await pasteInto(screen.getByLabelText('Nom du destinataire'), name);
  await pasteInto(screen.getByLabelText('Montant'), '3');
}
const bodies = (view: ReturnType<typeof renderOver>) => view.sent().map(({ body }) => body);

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

describe('the timing', () => {
  it('plans a payment for a day to come', async () => {
    const view = renderOver({}, payment('scheduled'));
    await reviewIban();
    await press('À une date');
    await press('Continuer');
    expect(await screen.findByLabelText('Date du virement')).toHaveAccessibleDescription(/obligatoire/);
    const day = bankDay(Date.now() + 3 * 86_400_000);
    await userEvent.type(screen.getByLabelText('Date du virement'), day);
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('Virement prévu')).toBeInTheDocument();
    expect(bodies(view)).toMatchObject([{ execution_date: day }]);
  });

  it.each([
    ['the day before the clocks change, late', '2026-03-28T22:30:00Z', '2026-03-29'],
    ['the day on which they change back, early', '2026-10-24T22:30:00Z', '2026-10-26'],
  ])('begins tomorrow, also on %s', async (_what, now, tomorrow) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    renderOver({}, payment('scheduled'));
    await reviewIban();
    await press('À une date');
    await press('Continuer');
    expect(await screen.findByLabelText('Date du virement')).toHaveAttribute('min', tomorrow);
    jest.restoreAllMocks();
  });

  it('does not promise to send a scheduled payment that awaits approval at once', async () => {
    renderOver({}, payment('awaiting_approval'));
    await reviewIban();
    await press('À une date');
    await userEvent.type(screen.getByLabelText('Date du virement'), bankDay(Date.now() + 3 * 86_400_000));
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('Virement en attente de validation')).toBeInTheDocument();
    expect(screen.getByText(/partira le jour choisi si la banque a validé/)).toBeInTheDocument();
  });

  it('orders a standing order, and saves the account that it goes to', async () => {
    const view = renderOver(
      {},
      () => ({ status: 201, body: { id: 9 } }),
      () => ({ status: 201, body: { id: 1, next_run: '2027-01-31' } }),
    );
    await reviewIban();
    await press('Régulièrement');
    await userEvent.selectOptions(screen.getByLabelText('Rythme'), 'Chaque mois');
    const day = bankDay(Date.now() + 86_400_000);
    await userEvent.type(screen.getByLabelText('Premier virement le'), day);
    await press('Continuer');
    expect(screen.getByText(/tant que vous ne l’arrêtez pas/)).toBeInTheDocument();
    await press(/^Enregistrer 3,00\s€, chaque mois$/);
    expect(await screen.findByText('Virement permanent enregistré')).toBeInTheDocument();
    expect(view.sent().map(({ path, body }) => [path, body])).toEqual([
      ['/beneficiaries', { name: 'Zoe Kruger', account: iban }],
      ['/standing-orders', { beneficiary_id: 9, amount: 3, frequency: 'monthly', first_run: day }],
    ]);
  });

  it.each([
    ['À une date', 'Date du virement', /^Envoyer/, /peut-être déjà prévu pour son jour\s: vos transactions/],
    ['Régulièrement', 'Premier virement le', /^Enregistrer/, /permanent est peut-être déjà enregistré\s: la/],
  ])('%s: where to see what became of a lost answer', async (timing, field, action, notice) => {
    renderOver({});
    await reviewIban();
    await press(timing);
    await userEvent.type(screen.getByLabelText(field), bankDay(Date.now() + 3 * 86_400_000));
    await press('Continuer');
    await press(action);
    expect(await screen.findByText(notice)).toBeVisible();
  });

  it('gives the reference of a fault that kept the account from being saved', async () => {
    renderOver({}, () => ({ status: 502, headers: { 'X-Request-Id': 'r-502' } }));
    await reviewIban();
    await press('Régulièrement');
    await userEvent.type(screen.getByLabelText('Premier virement le'), bankDay(Date.now() + 86_400_000));
    await press('Continuer');
    await press(/^Enregistrer 3,00\s€, /);
    expect(await screen.findByRole('alert')).toHaveTextContent('r-502');
  });

  it('names the last day of a standing order that has one', async () => {
    renderOver({});
    await reviewIban();
    await press('Régulièrement');
    const day = bankDay(Date.now() + 86_400_000);
    await userEvent.type(screen.getByLabelText('Premier virement le'), day);
    await userEvent.type(screen.getByLabelText(/^Jusqu’au/), '2099-01-31');
    await press('Continuer');
    expect(await screen.findByText(/le matin de son jour, jusqu’au 31 janv\. 2099\./)).toBeInTheDocument();
  });

  it('of a transfer between customers has no date of its own', async () => {
    const view = renderOver({}, () => ({ status: 201, body: { id: 1, next_run: null } }));
    await press('À un IBAN');
    await press('À une date');
    await press('À un client Bank PCS');
    expect(screen.queryByRole('button', { name: 'À une date' })).not.toBeInTheDocument();
    await press('Régulièrement');
    await review('7', '5');
    await userEvent.type(await screen.findByLabelText('Premier virement le'), '2020-01-01');
    await press('Continuer');
    await waitFor(() =>
      expect(screen.getByLabelText('Premier virement le')).toHaveAccessibleDescription(
        /Choisissez un jour à partir d’aujourd’hui/,
      ),
    );
    expect(view.sent()).toEqual([]);
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
  expect(screen.getByLabelText('Destinataire')).toHaveFocus();
  await type('Montant', '0');
  await press('Continuer');
  await press(/^Envoyer 50,00\s€$/);
  await screen.findByText('TR-1');
  const keys = [...first.sent(), ...second.sent()].map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('names an order whose answer was lost, also after a reload, and keeps its key behind another one', async () => {
  const notice = /^La réponse n’est pas arrivée pour 5,00\s€\./;
  const first = renderWith(unreachable);
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText(notice)).toBeVisible();
  await press('Modifier');
  expect(screen.getByText(notice)).toBeVisible();
  expect(screen.getByRole('button', { name: 'J’ai vérifié' })).toBeVisible();
  first.unmount();

  const refusal = () => refused(422, 'INSUFFICIENT_FUNDS', 'Non.');
  const second = renderWith(refusal, moved);
  expect(await screen.findByText(notice)).toBeVisible();
  await type('Montant', '0');
  await press('Continuer');
  expect(screen.getByText(notice)).toBeVisible();
  await press(/^Envoyer 50,00\s€$/);
  await waitFor(() => expect(screen.getByLabelText('Montant')).toHaveAccessibleDescription(/Non\./));
  expect(screen.queryByText(/n’est pas arrivée pour 50/)).not.toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Montant'));
  await type('Montant', '5');
  await press('Continuer');
  await press(/^Envoyer 5,00\s€$/);
  await screen.findByText('TR-1');
  await press('Faire un autre virement');
  expect(screen.queryByText(notice)).not.toBeInTheDocument();
  const [lost, other, again] = [...keys(first), ...keys(second)];
  expect(other).not.toBe(lost);
  expect(again).toBe(lost);
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

it('offers no payment where the bank reaches no other bank', async () => {
  renderOver({ offersPayments: false });
  await press('À un IBAN');
  expect(await screen.findByText(/reliée à aucune autre banque/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continuer' })).not.toBeInTheDocument();
  await press('À un client Bank PCS');
  expect(screen.getByRole('button', { name: 'Continuer' })).toBeVisible();
});
