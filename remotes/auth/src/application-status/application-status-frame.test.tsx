import { type Answer, renderPage } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import type { FrameData } from '@bank/contracts/embed-frame';
import { bankTheme } from '@bank/contracts/widget-theme';
import { ApplicationStatusFrame } from './application-status-frame';

const data: FrameData = {
  widget: 'application-status',
  partner: 'pk_demo_deux-rives-habitat',
  token: 'first',
  theme: bankTheme,
  page: 'https://deux-rives.example',
  bank: 'https://bank.example',
};
const id = '5f0c7a54-3f3c-4a52-9f0e-0f3f0f6a9d11';
const state = {
  applicationId: id,
  status: 'rejected',
  startedAt: '2026-11-20T10:00:00.000Z',
  completedAt: '2026-11-20T10:05:00.000Z',
  decidedAt: '2026-11-21T09:00:00.000Z',
};

function show(application: string, answer: () => Answer) {
  const send = jest.fn();
  const frame = { data, send, onShown: () => undefined };
  return {
    ...renderPage(<ApplicationStatusFrame frame={frame} />, {
      path: `/#application=${application}`,
      fetch: answer,
    }),
    send,
  };
}

afterEach(() => {
  location.hash = '';
});

it('shows the state, what follows from it and its days, and reports it once', async () => {
  const { calls, send } = show(id, () => ({ body: state }));
  expect(await screen.findByText('Documents refusés')).toBeVisible();
  expect(screen.getByText(/La raison est indiquée chez Bank PCS/)).toBeVisible();
  expect(screen.getByText('Décision de la banque')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    { partner: data.partner, token: 'first', application_id: id },
  ]);
  expect(send.mock.calls).toEqual([[{ type: 'ready' }], [{ type: 'complete', applicationId: id }]]);
});

it('shows that an application is not known', async () => {
  const unknown = { status: 404, body: { error: 'Introuvable', code: 'NOT_FOUND', request_id: 'r' } };
  const { send } = show(id, () => unknown);
  expect(await screen.findByText(/Aucune demande n’est connue sous ce numéro/)).toBeVisible();
  expect(send.mock.calls).toEqual([[{ type: 'ready' }]]);
});

it('sends no call for an invalid id, and follows the page to another', async () => {
  const { calls, send } = show('1', () => ({ body: state }));
  expect(send).toHaveBeenCalledWith({ type: 'error', code: 'value' });
  expect(calls).toEqual([]);
  act(() => {
    location.hash = `application=${id}`;
  });
  await waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'ready' }));
  expect(await screen.findByText('Documents refusés')).toBeVisible();
});
