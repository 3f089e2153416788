import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import type { StaffCase } from '@bank/contracts/cases';
import { CaseWork } from './case-work';

signInBeforeEach();

it('names only the keys of what may be done', async () => {
  const found = { id: 1, version: 1, kind: 'dispute', state: 'open', way: 'chargeback' };
  const assignee = { id: 3, name: 'Sofia Benali' };
  renderPage(<CaseWork found={{ ...found, assignee } as StaffCase} />, {
    fetch: () => ({ body: { id: 1, role: 'admin' } }),
  });
  expect(await screen.findByText('Alt + N note, T prend ou remet.')).toBeVisible();
});
