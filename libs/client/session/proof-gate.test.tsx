import { type Answer, renderPage, type Server } from '../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api, newIdempotencyKey } from '../http/api';
import { ProofGate } from './proof-gate';
import { clearTokens, writeTokens } from '../http/tokens';

const wrongPassword = 'Le mot de passe actuel est incorrect.';
const required: Answer = { status: 403, body: { code: 'PROOF_REQUIRED', error: 'Confirmez.' } };
const about = (field: string, code: string, error: string): Answer => ({
  status: 422,
  body: { code, error, fields: { [field]: error } },
});

/** A server that accepts calls with the password or a code. */
const mountain: Server = ({ path, body }) => {
  if (path === '/auth/me') return { body: { id: 7 } };
  if (path === '/settings/2fa') return { body: { enabled: true, recovery_codes_left: 3 } };
  const { currentPassword, code } = (body ?? {}) as Record<string, string | undefined>;
  if (currentPassword === 'right' || code === '123456') return { body: { moved: true } };
  if (code) return about('code', 'INVALID_TWO_FACTOR_CODE', 'Code refusé.');
  return currentPassword ? about('currentPassword', 'PASSWORD_WRONG', wrongPassword) : required;
};

async function open(server: Server = mountain) {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const { calls } = renderPage(<ProofGate />, { fetch: server });
  await waitFor(() => expect(calls.some(({ path }) => path === '/auth/me')).toBe(true));
  await act(async () => undefined);
  return { calls, sent: () => calls.filter(({ path }) => path.startsWith('/mountain')) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirmez que c’est vous' });
const field = () => screen.getByLabelText('Mot de passe');
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirmer' }));

it('asks until the password is correct, and repeats the same call with it', async () => {
  const { sent } = await open();
  const idempotencyKey = newIdempotencyKey();
  const answer = api.put('/mountain', { to: 'the sea' }, { idempotencyKey });
  await dialog();
  await waitFor(() => expect(field()).toHaveFocus());
  await confirm();
  expect(field()).toHaveAccessibleDescription(/Saisissez votre mot de passe/);
  await userEvent.type(field(), 'wrong');
  await confirm();
  await waitFor(() => expect(field()).toHaveAccessibleDescription(new RegExp(wrongPassword)));
  await waitFor(() => expect(field()).toHaveFocus());
  await userEvent.clear(field());
  await userEvent.type(field(), 'right{Enter}');
  await expect(answer).resolves.toEqual({ moved: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent().map(({ body }) => body)).toEqual([
    { to: 'the sea' },
    { to: 'the sea', currentPassword: 'wrong' },
    { to: 'the sea', currentPassword: 'right' },
  ]);
  expect(new Set(sent().map(({ headers }) => headers.get('Idempotency-Key')))).toEqual(
    new Set([idempotencyKey]),
  );
});

it('asks for a code where there is a second factor, also for a call without a body', async () => {
  const { sent } = await open();
  const answer = api.delete('/mountain');
  await dialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Code à usage unique' }));
  await userEvent.type(screen.getByLabelText('Code à usage unique'), '654321{Enter}');
  expect(await screen.findByText('Code refusé.')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Code à usage unique'));
  await userEvent.type(screen.getByLabelText('Code à usage unique'), '123456{Enter}');
  await answer;
  expect(sent().at(-1)).toMatchObject({ method: 'DELETE', body: { code: '123456' } });
});

it('reports that nothing was changed when the person cancels or the session ends', async () => {
  const { sent } = await open();
  const nothing = { code: 'PROOF_REQUIRED', message: expect.stringContaining('rien n’a changé') };
  const given = expect(api.post('/mountain')).rejects.toMatchObject(nothing);
  await dialog();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await given;
  const left = expect(api.post('/mountain')).rejects.toMatchObject(nothing);
  await dialog();
  act(clearTokens);
  await left;
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toHaveLength(2);
});

it('asks for each call, one after the other, and leaves other failures to the screen', async () => {
  await open((call) => {
    const answer = mountain(call) as Answer;
    const isTaken = call.path === '/mountain/taken' && !answer.status;
    return isTaken ? about('email', 'EMAIL_TAKEN', 'Déjà prise.') : answer;
  });
  const answers = Promise.allSettled([api.post('/mountain/taken'), api.post('/mountain/free')]);
  await dialog();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.type(field(), 'right{Enter}');
  await waitFor(() => expect(field()).toHaveValue(''));
  await userEvent.type(field(), 'right{Enter}');
  expect(await answers).toMatchObject([
    { status: 'rejected', reason: { code: 'EMAIL_TAKEN' } },
    { status: 'fulfilled', value: { moved: true } },
  ]);
});
