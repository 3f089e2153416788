import { type Answer, refused, renderPage, type Server } from '../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { api, newIdempotencyKey } from '../http/api';
import { clearTokens, writeTokens } from '../http/tokens';
import { ApprovalGate } from './approval-gate';

const asked = {
  id: 45,
  methods: ['email'],
  summary: {
    action: 'payment',
    amount: 1234.5,
    currency: 'EUR',
    payee: 'Anne Durand',
    account: 'DE8937040044',
  },
  expires_at: '2026-11-23T10:05:00.000Z',
};
const required = (approval: object = asked): Answer => ({
  status: 403,
  body: { code: 'APPROVAL_REQUIRED', error: 'Confirmez.', approval, request_id: 'r' },
});

/** A server whose calls need an approval, which the code 123456 gives; each wrong one leaves a try less. */
function guarded(approval: object = asked): Server {
  let tries = 5;
  return ({ method, path, body, headers }) => {
    if (path === '/auth/me') return { body: { id: 7 } };
    if (!path.startsWith('/approvals/')) {
      return headers.get('X-Approval') === 'token' ? { body: { paid: true } } : required(approval);
    }
    if (method === 'DELETE' || path.endsWith('/code')) return { status: 204 };
    if (method === 'GET') return { body: { ...approval, tries_left: tries } };
    if ((body as { code: string }).code === '123456') return { body: { approval_token: 'token' } };
    tries -= 1;
    if (tries === 0) return refused(409, 'APPROVAL_OVER', 'Plus possible.');
    return refused(422, 'APPROVAL_CODE_WRONG', 'Mauvais code.', { code: 'Mauvais code.' });
  };
}

async function open(server: Server = guarded()) {
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  const { calls } = renderPage(<ApprovalGate />, { fetch: server });
  await waitFor(() => expect(calls.some(({ path }) => path === '/auth/me')).toBe(true));
  await act(async () => undefined);
  return { calls, sent: () => calls.filter(({ path }) => path.startsWith('/paiement')) };
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirmez que c’est vous' });
const field = () => screen.getByLabelText('Code à six chiffres');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows what is approved, and repeats the same call once it is', async () => {
  const { sent } = await open();
  const idempotencyKey = newIdempotencyKey();
  const answer = api.post('/paiement', { amount: 1234.5 }, { idempotencyKey });
  const shown = within(await dialog());
  for (const text of ['Payer', /^1\s234,50\s€$/, 'Anne Durand', 'DE89 3704 0044', /Confirmation n° 45/]) {
    expect(shown.getByText(text)).toBeInTheDocument();
  }
  await waitFor(() => expect(field()).toHaveFocus());
  await userEvent.type(field(), '123456{Enter}');
  await expect(answer).resolves.toEqual({ paid: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(
    sent().map(({ body, headers }) => [body, headers.get('Idempotency-Key'), headers.get('X-Approval')]),
  ).toEqual([
    [{ amount: 1234.5 }, idempotencyKey, null],
    [{ amount: 1234.5 }, idempotencyKey, 'token'],
  ]);
});

it('counts wrong codes, sends another one, and gives up when the approval is over', async () => {
  const { calls } = await open();
  const answer = expect(api.post('/paiement')).rejects.toMatchObject({ code: 'APPROVAL_OVER' });
  await dialog();
  await userEvent.type(field(), '12{Enter}');
  expect(field()).toHaveAccessibleDescription(/Saisissez les six chiffres/);
  for (const left of ['4 essais', '3 essais', '2 essais', '1 essai']) {
    await userEvent.clear(field());
    await userEvent.type(field(), '000000{Enter}');
    await waitFor(() => expect(field()).toHaveAccessibleDescription(new RegExp(`Il reste ${left}\\.`)));
    await waitFor(() => expect(field()).toHaveFocus());
  }
  await press('Renvoyer un code');
  expect(await screen.findByText(/Un nouveau code est parti/)).toBeInTheDocument();
  expect(calls).toContainEqual(expect.objectContaining({ method: 'POST', path: '/approvals/45/code' }));
  await userEvent.clear(field());
  await userEvent.type(field(), '000000{Enter}');
  await answer;
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('asks for another code once, however often the line breaks, and for a further one after that', async () => {
  let isBroken = true;
  const server = guarded();
  const { calls } = await open((call) => {
    if (!call.path.endsWith('/code') || !isBroken) return server(call);
    isBroken = false;
    return refused(503, 'UNAVAILABLE', 'Indisponible.');
  });
  const answer = expect(api.post('/paiement')).rejects.toMatchObject({ code: 'APPROVAL_REQUIRED' });
  await dialog();
  const keys = () =>
    calls.filter(({ path }) => path.endsWith('/code')).map(({ headers }) => headers.get('Idempotency-Key'));
  await press('Renvoyer un code');
  expect(await screen.findByText('Indisponible.')).toBeInTheDocument();
  await press('Renvoyer un code');
  expect(await screen.findByText(/Un nouveau code est parti/)).toBeInTheDocument();
  await press('Renvoyer un code');
  await waitFor(() => expect(keys()).toHaveLength(3));
  const [first, second, third] = keys();
  expect([second, first === third]).toEqual([first, false]);
  await press('Annuler');
  await answer;
});

it('refuses the approval when the person cancels, and reports that nothing was changed', async () => {
  const { calls, sent } = await open();
  const nothing = { code: 'APPROVAL_REQUIRED', message: expect.stringContaining('rien n’a changé') };
  const cancelled = expect(api.post('/paiement')).rejects.toMatchObject(nothing);
  await dialog();
  await press('Annuler');
  await cancelled;
  expect(calls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/approvals/45' }));
  const left = expect(api.post('/paiement')).rejects.toMatchObject(nothing);
  await dialog();
  act(clearTokens);
  await left;
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toHaveLength(2);
});

it('lets the person choose among the methods that they have', async () => {
  const { calls } = await open(guarded({ ...asked, methods: ['totp', 'sms'] }));
  const answer = api.post('/paiement');
  await dialog();
  expect(field()).toHaveAccessibleDescription(/application d’authentification/);
  expect(screen.queryByRole('button', { name: 'Renvoyer un code' })).not.toBeInTheDocument();
  await press('SMS');
  await userEvent.type(field(), '123456{Enter}');
  await answer;
  expect(calls).toContainEqual(expect.objectContaining({ body: { method: 'sms', code: '123456' } }));
});

it.each(['given', 'refused', 'ended', 'expired'])(
  'gives up a passkey’s approval that is %s in another tab, in the words of the server',
  async (status) => {
    const passkey = { ...asked, methods: ['passkey'] };
    const { calls } = await open((call) => {
      if (!call.path.startsWith('/approvals/')) return guarded(passkey)(call);
      return call.method === 'GET'
        ? { body: { ...passkey, status, tries_left: 5 } }
        : refused(409, 'APPROVAL_OVER', 'Recommencez.');
    });
    const answer = expect(api.post('/paiement')).rejects.toMatchObject({
      code: 'APPROVAL_OVER',
      message: 'Recommencez.',
    });
    await dialog();
    await press('Confirmer');
    await answer;
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls).toContainEqual(
      expect.objectContaining({ method: 'POST', body: { method: 'passkey', assertion: {} } }),
    );
  },
);
