import { press, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasskeysCard } from './passkeys-card';

signInBeforeEach();

const passkey = {
  id: 1,
  name: 'Téléphone',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: null,
};

it('keeps a passkey that could not be removed, and the message is about that', async () => {
  renderPage(<PasskeysCard />, {
    fetch: ({ method }) => (method === 'GET' ? { body: { passkeys: [passkey] } } : { status: 500 }),
  });
  await press('Supprimer Téléphone');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Supprimer' }));
  expect(await screen.findByText('La clé d’accès n’a pas été supprimée')).toBeInTheDocument();
  expect(screen.getByText('Téléphone')).toBeInTheDocument();
});
