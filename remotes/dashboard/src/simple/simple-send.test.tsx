import { marie, press, renderPage, signInBeforeEach, type, unreachable } from '../../../../tests/support/ui';
import { useLayoutEffect } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepLastingDrafts, removeDraft, writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { transferDraft } from '../transfers/transfer-draft';
import { SimpleSend } from './simple-send';

signInBeforeEach();

const account = {
  current_balance: 50,
  available_balance: 50,
  currency: 'EUR',
  transfer_limit: 10_000,
  overdraft_limit: 0,
};

it('moves the focus to the field whose answer is refused, with the reason', async () => {
  let isDown = true;
  renderPage(<SimpleSend />, {
    path: '/dashboard/simple/send',
    fetch: ({ path }) => {
      if (path === '/auth/me') return { body: marie };
      if (path === '/solde') return { body: { balance: account, history: [] } };
      if (path !== '/payees/resolve') return { body: { payees: [], beneficiaries: [] } };
      return isDown ? unreachable() : { body: { kind: 'customer', recipient_id: 4, name: 'Paul N.' } };
    },
  });
  const field = await screen.findByLabelText('Destinataire');
  await press('Continuer');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/Écrivez d’abord à qui/);
  await type('Destinataire', '@paul');
  await press('Continuer');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(/La recherche n’a pas abouti/);
  isDown = false;
  await press('Continuer');
  const amount = await screen.findByLabelText('Montant');
  await press('Continuer');
  await waitFor(() => expect(amount).toHaveFocus());
});

it('goes on with a draft that was restored while the page began', async () => {
  const draft = { recipient_id: '4', recipient_label: 'Paul N.', amount: '20' };
  const stops: (() => void)[] = [];
  /** Restores after the form was rendered, and before its effects listen. */
  const Restoring = () => {
    useLayoutEffect(() => {
      stops.push(keepLastingDrafts(marie.id, new Map([[transferDraft, draft]]), () => Promise.resolve()));
    }, []);
    return <SimpleSend />;
  };
  const Page = () => useSession().user && <Restoring />;
  renderPage(<Page />, {
    path: '/dashboard/simple/send?step=amount',
    fetch: ({ path }) => {
      if (path === '/auth/me') return { body: marie };
      if (path === '/solde') return { body: { balance: account, history: [] } };
      return { body: { payees: [], beneficiaries: [] } };
    },
  });
  expect(await screen.findByRole('heading', { name: /^Combien pour Paul N\./ })).toBeInTheDocument();
  expect(screen.getByLabelText('Montant')).toHaveValue('20');
  removeDraft(marie.id, transferDraft);
  stops.forEach((stop) => stop());
});

it('shows the failure of an order that was left by its amount, not over the next order', async () => {
  const gate: { open?: () => void } = {};
  const Page = () => useSession().user && <SimpleSend />;
  const view = renderPage(<Page />, {
    path: '/dashboard/simple/send',
    fetch: async ({ path }) => {
      if (path === '/auth/me') return { body: marie };
      if (path === '/solde') return { body: { balance: account, history: [] } };
      if (path === '/payees/resolve') return { body: { kind: 'customer', recipient_id: 4, name: 'Paul N.' } };
      if (path !== '/balance/transfer') return { body: { payees: [], beneficiaries: [] } };
      await new Promise<void>((resolve) => (gate.open = resolve));
      return { status: 422, body: { error: 'Trop.', code: 'INSUFFICIENT_FUNDS', request_id: 'r' } };
    },
  });
  await type('Destinataire', '@paul');
  await press('Continuer');
  await type('Montant', '25');
  await press('Continuer');
  await press(/^Envoyer 25,00\s€$/);
  await waitFor(() => expect(gate.open).toBeDefined());
  await press('Question précédente');
  const amount = await screen.findByLabelText('Montant');
  await userEvent.clear(amount);
  await type('Montant', '3');
  await press('Continuer');
  expect(await screen.findByRole('button', { name: /Envoyer 3,00\s€/ })).toBeInTheDocument();
  await act(async () => gate.open?.());
  expect(await screen.findByText(/^Virement de 25,00\s€\s: Trop\.$/)).toBeInTheDocument();
  expect(screen.queryByText('Trop.')).toBeNull();
  expect(view.sent().filter(({ path }) => path === '/balance/transfer')).toHaveLength(1);
});

describe('what no question asks for', () => {
  const turkish = 'TR330006100519786457841326';
  const german = { kind: 'outside', account: 'DE89370400440532013000', name: 'Otto' };
  const cost = { fee: 4.5, currency: 'EUR', charges: 'SHA', country: 'TR', arrival_date: '2026-12-01' };
  const Page = () => useSession().user && <SimpleSend />;
  const open = (draft?: object) => {
    if (draft) writeDraft(marie.id, transferDraft, draft);
    return renderPage(<Page />, {
      path: '/dashboard/simple/send',
      fetch: ({ path }) => {
        if (path === '/auth/me') return { body: marie };
        if (path === '/solde') return { body: { balance: account, history: [] } };
        if (path === '/payees/resolve') return { body: { kind: 'outside', account: turkish, bank: null } };
        if (path === '/payees/verify') return { body: { result: 'match' } };
        if (path.startsWith('/payments/fee')) return { body: { ...cost, rate: 1, countries_not_served: [] } };
        return { body: { payees: [german], beneficiaries: [] } };
      },
    });
  };
  const confirms = async (words: RegExp) =>
    expect(await screen.findByRole('button', { name: words })).toBeVisible();
  afterEach(() => removeDraft(marie.id, transferDraft));

  it('is the method that reaches the account, and changes with it', async () => {
    open();
    await press(/^Quelqu’un d’autre/);
    await type('Destinataire', turkish);
    await press('Continuer');
    await type('Nom du titulaire', 'Ayşe');
    await press('Continuer');
    await type('Montant', '20');
    await press('Continuer');
    await confirms(/^Envoyer 20,00\s€$/);
    expect(screen.getByText(/^Virement international, /)).toBeVisible();
    for (let backs = 0; backs < 4; backs++) await press('Question précédente');
    await press(/^Otto/);
    await press('Continuer');
    await confirms(/^Envoyer 20,00\s€$/);
    expect(screen.getByText(/^Virement SEPA, /)).toBeVisible();
  });

  it('is not taken from a draft of the ordinary form', async () => {
    const draft = { to: 'iban', recipient_account: turkish, recipient_name: 'Ayşe', recipient_label: 'Ayşe' };
    open({
      ...draft,
      amount: '20',
      payment_method: 'international_transfer',
      currency: 'USD',
      charges: 'OUR',
    });
    expect(await screen.findByLabelText('Montant')).toHaveValue('');
    await type('Montant', '30');
    await press('Continuer');
    await confirms(/^Envoyer 30,00\s€$/);
    expect(await screen.findByText(/^Partagés/)).toBeVisible();
  });

  it('takes no description from a draft of the ordinary form, which could be refused but not read', async () => {
    const description = 'x'.repeat(1000);
    open({ to: 'customer', recipient_id: '4', recipient_label: 'Paul N.', amount: '20', description });
    await screen.findByLabelText('Montant');
    await press('Continuer');
    await confirms(/^Envoyer 20,00\s€$/);
  });

  it('begins a transfer again that was regular, and sends it at once', async () => {
    open({ to: 'customer', recipient_id: '4', recipient_label: 'Paul N.', amount: '20', when: 'standing' });
    await press(/^Otto/);
    expect(await screen.findByLabelText('Montant')).toHaveValue('20');
    await press('Continuer');
    await confirms(/^Envoyer 20,00\s€$/);
  });

  it('is refused with the reason', async () => {
    const name = 'x'.repeat(1000);
    open({
      to: 'iban',
      recipient_account: turkish,
      recipient_name: name,
      recipient_label: 'Ayşe',
      amount: '20',
    });
    await screen.findByLabelText('Montant');
    await press('Continuer');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ce texte est trop long.');
  });
});
