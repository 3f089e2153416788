import { renderPage } from '../../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import type { VisitorConversation } from '@bank/contracts/visitor-conversations';
import { keepSecret, ownPlace } from './secret';
import { VisitorPanel } from './visitor-panel';
import { ownCalls } from './visitor.api';

afterEach(() => jest.useRealTimers());

const ended: VisitorConversation = {
  state: 'ended',
  created_at: '2026-11-26T10:00:00.000Z',
  answer_until: null,
  staff: null,
  reference: null,
  has_address: false,
  awaits_address: true,
  expires_at: '2026-11-27T10:00:00.000Z',
  lines: [],
};
const nothing = () => undefined;
const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

/** The panel of a visitor whose tab remembers their conversation. */
function open(read: () => Promise<VisitorConversation | null>) {
  jest.useFakeTimers();
  keepSecret(ownPlace, 'secret');
  renderPage(<VisitorPanel calls={{ ...ownCalls, read }} onHide={nothing} />);
}
const form = () => screen.queryByRole('button', { name: 'Garder mon adresse' });

it('offers to leave an address for as long as the bank takes one, and then another conversation', async () => {
  let found: VisitorConversation | null = ended;
  const read = jest.fn(async () => found);
  open(read);
  await pass(0);
  expect(form()).toBeVisible();
  read.mockClear();
  await pass(59);
  expect([read.mock.calls.length, form() !== null]).toEqual([0, true]);
  found = null;
  await pass(2);
  expect(form()).toBeNull();
  expect(screen.getByText(/Cette conversation n’est plus ouverte ici/)).toBeVisible();
});

it('reads a conversation that awaits nothing no more', async () => {
  const read = jest.fn(async () => ({ ...ended, awaits_address: false }));
  open(read);
  await pass(0);
  await pass(600);
  expect(read).toHaveBeenCalledTimes(1);
});
