import { marie, refused, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { NewDispute } from './new-dispute';

signInBeforeEach();

it.each([
  [500, 'INTERNAL', 'Impossible de récupérer cette opération', 1],
  [422, 'DISPUTE_NOT_POSSIBLE', 'Cette opération ne peut pas être contestée', 0],
])(
  '%d %s: whether the transaction cannot be disputed, or is not known',
  async (status, code, title, retries) => {
    renderPage(<NewDispute transactionId={7} />, {
      fetch: ({ path }) => (path === '/auth/me' ? { body: marie } : refused(status, code, 'Non.')),
    });
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Réessayer' })).toHaveLength(retries);
  },
);
