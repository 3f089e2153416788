import { pasteInto, type Answer, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from '@bank/client/router';
import { writeTokens } from '@bank/client/tokens';
import { ChangePasswordPage } from './change-password-page';

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));
afterEach(() => localStorage.clear());

const open = (answer: Answer, mustChange = true) => {
  let isChanged = !mustChange;
  const page = (
    <Routes>
      <Route path="/change-password" element={<ChangePasswordPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  return renderPage(page, {
    path: '/change-password?from=%2Fcards',
    fetch: ({ path }) => {
      if (path === '/auth/me') return { body: { id: 2, ...(!isChanged && { must_change_password: true }) } };
      isChanged = answer.status === 204;
      return answer;
    },
  });
};
const change = async (next: string, confirmation = next) => {
  await pasteInto(await screen.findByLabelText('Mot de passe provisoire'), 'provisoire');
  await pasteInto(screen.getByLabelText('Nouveau mot de passe'), next);
  await pasteInto(screen.getByLabelText('Confirmer le nouveau mot de passe'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon mot de passe' }));
};

it('replaces a temporary password, and continues to the requested page', async () => {
  const { calls, place } = open({ status: 204 });
  await change('phrase à moi seul');
  await waitFor(() => expect(place()).toBe('/cards'));
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/settings/password',
    body: {
      currentPassword: 'provisoire',
      newPassword: 'phrase à moi seul',
      confirmPassword: 'phrase à moi seul',
    },
  });
});

it('sends a second try as the same call, after a response that was lost', async () => {
  const { sent } = open({ status: 500 });
  await change('phrase à moi seul');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Enregistrer mon mot de passe' })).toBeEnabled(),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon mot de passe' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const keys = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});

it('keeps the typed values and shows the errors', async () => {
  const said = 'Choisissez un autre mot de passe que le mot de passe provisoire.';
  const body = { error: said, code: 'PASSWORD_UNCHANGED', fields: { newPassword: said }, request_id: 'r' };
  const { calls } = open({ status: 422, body });
  await change('huit mots', 'neuf mots');
  expect(await screen.findByText('Les mots de passe ne correspondent pas')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Confirmer le nouveau mot de passe'));
  await pasteInto(screen.getByLabelText('Confirmer le nouveau mot de passe'), 'huit mots');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer mon mot de passe' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Nouveau mot de passe')).toHaveAccessibleDescription(
      expect.stringContaining(said),
    ),
  );
  expect(screen.getByLabelText('Mot de passe provisoire')).toHaveValue('provisoire');
});

it('redirects a user without a temporary password', async () => {
  const { place } = open({ status: 204 }, false);
  await waitFor(() => expect(place()).toBe('/cards'));
});
