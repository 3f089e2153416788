import {
  type Answer,
  pasteInto,
  press,
  refused,
  signInBeforeEach,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { moved, movedBefore, renderOver, renderWith, review } from './transfer-fixture';

signInBeforeEach();

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
  const notice = /^La réponse n’est pas arrivée pour 5,00\s€ \(Client n°\s7\)\./;
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

it('shows that an order had been carried out before, and sends it once more under another key when asked to', async () => {
  const view = renderWith(unreachable, movedBefore, moved);
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  await press('J’ai vérifié');
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText('Déjà enregistré')).toBeVisible();
  expect(
    screen.getByText(/^La banque avait déjà enregistré cet ordre le 20\snov\.\s2026, 14:05\./),
  ).toBeVisible();
  expect(screen.getByText(/^20\snov\.\s2026, 14:05$/)).toBeVisible();
  await press('Faire ce même virement encore une fois');
  expect(view.sent()).toHaveLength(2);
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(screen.queryByText('Déjà enregistré')).not.toBeInTheDocument();
  const [lost, checked, again] = keys(view);
  expect(checked).toBe(lost);
  expect(again).not.toBe(lost);
});

it('shows no earlier order to who sends for the first time, though a proxy repeated the call', async () => {
  renderWith(movedBefore);
  await review('7', '5');
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText('TR-1')).toBeInTheDocument();
  expect(screen.queryByText('Déjà enregistré')).not.toBeInTheDocument();
});

it('names the customer whose number was typed in the notice of a lost answer, also after a reload', async () => {
  const notice = /^La réponse n’est pas arrivée pour 5,00\s€ \(Paul N\.\)\./;
  const resolved = { body: { kind: 'customer', recipient_id: 7, name: 'Paul N.' } };
  const first = renderOver({ resolved });
  await review('7', '5');
  await screen.findByText('Paul N.');
  await press(/^Envoyer 5,00\s€$/);
  expect(await screen.findByText(notice)).toBeVisible();
  first.unmount();
  renderWith();
  expect(await screen.findByText(notice)).toBeVisible();
});
