import { expectRetry, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { lastActivityAt, recordActivity } from '@bank/client/activity';
import type { MeasuredStep, Measurements } from '@bank/contracts/measurements';
import { LogsPage } from '../logs/logs-page';

signInBeforeEach();

const path = '/admin/logs?view=servers';
const step = (minute: number, measured: Partial<MeasuredStep> = {}): MeasuredStep => ({
  at: `2026-11-20T16:${String(minute).padStart(2, '0')}:00.000Z`,
  calls_per_second: null,
  failed_per_second: null,
  median_ms: null,
  p99_ms: null,
  statement_p99_ms: null,
  pool_wait_p99_ms: null,
  cpu: null,
  memory_bytes: null,
  streams: null,
  messages_waiting: null,
  ...measured,
});
const body: Measurements = {
  steps: [
    step(0),
    step(1, { calls_per_second: 12.34, failed_per_second: 0.5, median_ms: 8, p99_ms: 140, cpu: 0.42 }),
  ],
  servers: [
    {
      name: 'one:3000',
      measured_at: '2026-11-20T16:01:00.000Z',
      calls_per_second: 12.34,
      p99_ms: 140,
      cpu: 0.42,
      memory_bytes: 251e6,
      streams: 3,
    },
  ],
};

it('draws the figures with their values in words, and lists the servers', async () => {
  renderPage(<LogsPage />, { path, fetch: () => ({ body }) });
  const calls = await screen.findByRole('slider', { name: /^Appels par seconde\s: parcourir les moments$/ });
  expect(calls).toHaveAttribute('aria-valuetext', '20\u00a0nov.\u00a02026, 17:01 · tous 12, en erreur 0,5');
  expect(
    screen.getByRole('img', {
      name: /^Temps de réponse, .*au plus médiane 8\sms, au plus 99e centile 140\sms/,
    }),
  ).toBeVisible();
  const [, server] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(server).toContain('one:3000 Ne mesure plus');
  expect(server).toMatch(/251\sMo/);
});

it('is read again every minute, which keeps no unattended session awake', async () => {
  jest.useFakeTimers();
  try {
    const { calls } = renderPage(<LogsPage />, { path, fetch: () => ({ body }) });
    const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
    await pass(1_000);
    recordActivity(12_345);
    await pass(60_000);
    const read = calls.filter((call) => call.path.startsWith('/admin/measurements'));
    expect(read.map(({ headers }) => headers.get('X-Passive'))).toEqual([null, '1']);
    expect(lastActivityAt()).toBe(12_345);
  } finally {
    jest.useRealTimers();
  }
});

it('is empty when nothing was measured', async () => {
  renderPage(<LogsPage />, { path, fetch: () => ({ body: { steps: [], servers: [] } }) });
  expect(await screen.findByText('Aucune mesure sur cette période')).toBeVisible();
});

it('can be loaded again', async () => {
  await expectRetry(<LogsPage />, 'Les mesures ne se chargent pas', { path, fetch: () => ({ body }) });
  expect(await screen.findByRole('slider', { name: /^Temps de réponse/ })).toBeVisible();
});
