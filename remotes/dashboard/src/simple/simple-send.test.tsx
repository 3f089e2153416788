import { marie, press, renderPage, signInBeforeEach, type, unreachable } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
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
