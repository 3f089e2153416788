import { press, renderPage, signInBeforeEach, type } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { CaseRefund as Refund, StaffCase } from '@bank/contracts/cases';
import { CaseRefund } from './case-refund';

signInBeforeEach();

const possible: Refund = { state: 'possible', amount: 24, currency: 'EUR', recovered: 0, at: null };
const paid: Refund = { ...possible, state: 'paid', at: '2026-11-27T05:16:00.000Z' };

/** What a live event brings. */
function Case() {
  const [refund, setRefund] = useState(possible);
  return (
    <>
      <button type="button" onPointerDown={() => setRefund(paid)}>
        Événement
      </button>
      <CaseRefund found={{ id: 7, version: 2, assignee: null } as StaffCase} refund={refund} />
    </>
  );
}

it('closes the form to pay once the money is paid, and does not offer to take it back in its place', async () => {
  const { sent } = renderPage(<Case />, {
    fetch: () => ({
      body: { id: 1, role: 'admin', username: 'admin', first_name: 'Claire', last_name: 'F' },
    }),
  });
  await press(/^Rembourser 24,00/);
  await type('Motif du remboursement ou de la reprise', 'Carte volée.');
  await press('Événement');
  expect(await screen.findByText(/^24,00\s€ remboursés le/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reprendre la somme' })).not.toBeInTheDocument();
  await press('Reprendre le remboursement');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reprendre la somme' })).toBeVisible());
  expect(screen.getByLabelText(/^Motif du remboursement/)).toHaveValue('');
  expect(sent()).toEqual([]);
});
