import '../../../tests/support/host-document';
import { act, render, screen } from '@testing-library/react';
import { lastActivityAt } from './activity';
import { api, ApiError } from './api';
import { QueriesProvider } from './page-queries';
import { useQuery } from './query';

const network = (event: 'offline' | 'online') => act(async () => void dispatchEvent(new Event(event)));

/** A list whose reads all end so. */
function Failing({ read, name }: { read: () => Promise<never>; name: string }) {
  const { isError } = useQuery({ queryKey: [name], queryFn: read, retry: false });
  return isError && <p>{name}</p>;
}

it('reads again, without counting as activity, once the network is back, but not what the server refused', async () => {
  global.fetch = jest.fn(async () => Promise.reject(new TypeError('cut off'))) as unknown as typeof fetch;
  const cutOff = jest.fn(async (): Promise<never> => api.get('/solde'));
  const refused = jest.fn(async () => Promise.reject(new ApiError('refused', 'FORBIDDEN', 403)));
  render(
    <QueriesProvider>
      <Failing name="cut off" read={cutOff} />
      <Failing name="refused" read={refused} />
    </QueriesProvider>,
  );
  await screen.findByText('cut off');
  await screen.findByText('refused');
  const before = lastActivityAt();
  await network('offline');
  await network('online');
  expect([cutOff, refused].map((read) => read.mock.calls.length)).toEqual([2, 1]);
  expect(lastActivityAt()).toBe(before);
});
