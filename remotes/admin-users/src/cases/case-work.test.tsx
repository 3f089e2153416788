import { renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import type { StaffCase } from '@bank/contracts/cases';
import { CaseWork } from './case-work';

signInBeforeEach();

/** A colleague's case. */
const showCase = (state: StaffCase['state']) => {
  const found = { id: 1, version: 1, kind: 'dispute', state, way: 'chargeback' };
  const assignee = { id: 3, name: 'Sofia Benali' };
  renderPage(<CaseWork found={{ ...found, assignee } as StaffCase} />, {
    fetch: () => ({ body: { id: 1, role: 'admin' } }),
  });
};

it('names only the keys of what may be done', async () => {
  showCase('open');
  expect(await screen.findByText('Alt + N note, T prend ou remet.')).toBeVisible();
  expect(screen.getByText(/Sofia Benali s’occupe de ce dossier/)).toBeVisible();
});

it('does not ask to hand back a decided case', async () => {
  showCase('decided');
  expect(await screen.findByText('Alt + N note.')).toBeVisible();
  expect(screen.queryByText(/s’occupe de ce dossier/)).toBeNull();
});

it('has the way to where the case is decided in its notice', async () => {
  const found = { id: 1, version: 1, kind: 'identity', state: 'open', way: 'elsewhere', assignee: null };
  const links = [
    { type: 'submission', id: 31, label: '' },
    { type: 'customer', id: 17, label: '' },
  ];
  renderPage(<CaseWork found={{ ...found, links } as StaffCase} />, {
    fetch: () => ({ body: { id: 1, role: 'admin' } }),
  });
  await screen.findByText(/décidez-le sur sa page/);
  const [notice] = screen.getAllByRole('status') as [HTMLElement];
  expect(notice).toHaveTextContent('décidez-le sur sa page.Dossier d’identité 31');
  expect(within(notice).getByRole('link', { name: '31' })).toHaveAttribute(
    'href',
    '/admin/kyc?status=all&submission=31',
  );
  expect(within(notice).queryByRole('link', { name: '17' })).toBeNull();
});
