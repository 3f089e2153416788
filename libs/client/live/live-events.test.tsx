import { type Call, renderPage } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { earlyReads } from '@bank/contracts/routes';
import { type ReactNode, useState } from 'react';
import { lastActivityAt, recordActivity } from '../http/activity';
import { api } from '../http/api';
import {
  mayHaveHappened,
  openLiveEvents,
  publishLiveEvent,
  useLiveEvent,
  useLiveRefresh,
} from './live-events';
import { useQuery } from '../http/query';
import { writeTokens } from '../http/tokens';

const balance = { current_balance: 1, available_balance: 1, currency: 'EUR' as const };
const moved = () =>
  act(async () => {
    publishLiveEvent({ type: 'balance', data: balance });
    publishLiveEvent({ type: 'transaction', data: { reference: 'TR-1' } });
    await new Promise((resolve) => setTimeout(resolve, 80));
  });
const gap = (before: number) =>
  act(async () => {
    publishLiveEvent({ type: 'gap', data: { before } });
    await new Promise((resolve) => setTimeout(resolve, 80));
  });

beforeEach(() => writeTokens({ access_token: 'access', refresh_token: 'refresh' }));

/** Renders a page with a server that counts requests for the balance. */
function show(page: ReactNode) {
  const calls: Call[] = [];
  renderPage(page, {
    fetch: (call) => {
      if (call.path !== '/solde') return { body: {} };
      calls.push(call);
      return { body: calls.length };
    },
  });
  return calls;
}

function Balance({ name }: { name: string }) {
  const { data } = useQuery({
    queryKey: ['solde'],
    queryFn: () => api.get<number>('/solde'),
    staleTime: Infinity,
  });
  useLiveRefresh(['balance', 'transaction'], ['solde']);
  return (
    <p>
      {name} {data}
    </p>
  );
}

// Before any other event of this file.
it('may have missed events once a stream is open that is not the page’s first, or not at the first attempt', async () => {
  const opened = { ok: true, status: 200, headers: new Headers(), body: { getReader: () => ({ read }) } };
  const read = () => new Promise(() => undefined);
  const connected = jest.fn(async () => opened);
  global.fetch = connected as unknown as typeof fetch;
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  openLiveEvents(1)();
  openLiveEvents(1)();
  await settle();
  expect(connected).toHaveBeenCalledTimes(2);
  expect(mayHaveHappened('card_challenge')).toBe(false);
  connected.mockRejectedValueOnce(new Error('asleep'));
  const close = openLiveEvents(1);
  await settle();
  expect(mayHaveHappened('card_challenge')).toBe(false);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(mayHaveHappened('card_challenge')).toBe(true);
  close();
});

it('refetches once for all events of a movement, without counting as user activity', async () => {
  const calls = show(
    <>
      <Balance name="here" />
      <Balance name="there" />
    </>,
  );
  await screen.findByText('here 1');
  recordActivity(12_345);
  await moved();
  expect(await screen.findByText('there 2')).toBeInTheDocument();
  expect(calls.map(({ headers }) => headers.get('X-Passive'))).toEqual([null, '1']);
  expect(lastActivityAt()).toBe(12_345);
});

it('counts no retry of such a fetch as user activity', async () => {
  function Retrying() {
    const { data } = useQuery({
      queryKey: ['solde'],
      queryFn: ({ signal }) => api.get<string>('/solde', { signal }),
      staleTime: Infinity,
      retry: 1,
      retryDelay: 5,
    });
    useLiveRefresh('balance', ['solde']);
    return <p>{data}</p>;
  }
  const calls: Call[] = [];
  renderPage(<Retrying />, {
    fetch: (call) => {
      if (call.path !== '/solde') return { body: {} };
      calls.push(call);
      return calls.length === 2 ? { status: 503 } : { body: `read ${calls.length}` };
    },
  });
  await screen.findByText('read 1');
  recordActivity(12_345);
  await moved();
  await screen.findByText('read 3');
  expect(calls.map(({ headers }) => headers.get('X-Passive'))).toEqual([null, '1', '1']);
  expect(lastActivityAt()).toBe(12_345);
});

it('refetches after a gap only data that is older than it', async () => {
  const calls = show(<Balance name="here" />);
  await screen.findByText('here 1');
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  await gap(1_000);
  expect(calls).toHaveLength(1);
  await gap(Date.now());
  await screen.findByText('here 2');
});

describe('a response that was under way when the event came, and may be older than it', () => {
  /** A page whose calls the test answers in their order. */
  function answered() {
    const waiting: ((body: number) => void)[] = [];
    const Page = () => {
      const [isSecond, showSecond] = useState(false);
      return (
        <>
          <Balance name="here" />
          <button onClick={() => showSecond(true)}>second</button>
          {isSecond && <Balance name="there" />}
        </>
      );
    };
    renderPage(<Page />, {
      fetch: ({ path }) =>
        path === '/solde'
          ? new Promise((resolve) => waiting.push((body) => resolve({ body })))
          : { body: {} },
    });
    const answer = (call: number) => act(async () => waiting[call - 1]!(call));
    const pass = (milliseconds: number) =>
      act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
    const event = () => publishLiveEvent({ type: 'balance', data: balance });
    return { waiting, answer, pass, event };
  }

  it('is fetched again where it arrives just after the event', async () => {
    const { waiting, answer, pass, event } = answered();
    await answer(1);
    await pass(5);
    event();
    await pass(80);
    expect(waiting).toHaveLength(2);
    event();
    await pass(5);
    await answer(2);
    await screen.findByText('here 2');
    await pass(80);
    expect(waiting).toHaveLength(3);
    await answer(3);
    await screen.findByText('here 3');
  });

  it('is fetched again also where another part of the page begins to show it meanwhile', async () => {
    const { waiting, answer, pass, event } = answered();
    await answer(1);
    await pass(5);
    event();
    await pass(80);
    event();
    screen.getByRole('button').click();
    await answer(2);
    await screen.findByText('there 2');
    await pass(80);
    expect(waiting).toHaveLength(3);
  });

  it.each([
    ['just after the event', 5],
    ['later', 80],
  ])('is shown as the first one, and fetched again once, where it arrives %s', async (_name, later) => {
    const { waiting, answer, pass, event } = answered();
    event();
    await pass(later);
    event();
    await pass(later);
    await answer(1);
    await screen.findByText('here 1');
    await pass(80);
    expect(waiting).toHaveLength(2);
    await answer(2);
    await screen.findByText('here 2');
    await pass(80);
    expect(waiting).toHaveLength(2);
  });
});

it('drops what the document asked for before the event', () => {
  Object.assign(globalThis, { [earlyReads]: { answers: { '/api/solde': Promise.resolve() } } });
  publishLiveEvent({ type: 'balance', data: balance });
  expect(globalThis).not.toHaveProperty(earlyReads);
});

it('does not refetch data that an event does not concern', async () => {
  const calls = show(<Balance name="here" />);
  await screen.findByText('here 1');
  await act(async () => {
    publishLiveEvent({ type: 'card', data: { id: 1, status: 'blocked' } });
    await new Promise((resolve) => setTimeout(resolve, 80));
  });
  expect(calls).toHaveLength(1);
});

it('refetches when a screen is shown that missed the event', async () => {
  const Tabs = () => {
    const [shown, setShown] = useState(true);
    return (
      <>
        <button onClick={() => setShown(!shown)}>switch</button>
        {shown && <Balance name="here" />}
      </>
    );
  };
  const calls = show(<Tabs />);
  await screen.findByText('here 1');
  await userEvent.click(screen.getByRole('button'));
  await moved();
  expect(calls).toHaveLength(1);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('here 2');
  expect(calls).toHaveLength(2);
});

it('calls the latest handler on the subscribed types', async () => {
  const heard: unknown[] = [];
  const Listener = () => {
    useLiveEvent(['notification', 'gap'], (event) => heard.push(event));
    return null;
  };
  const { unmount } = renderPage(<Listener />, { fetch: () => ({ body: {} }) });
  publishLiveEvent({ type: 'notification', data: { id: 7, type: 'security' } });
  publishLiveEvent({ type: 'balance', data: balance });
  unmount();
  publishLiveEvent({ type: 'notification', data: { id: 8, type: 'security' } });
  expect(heard).toEqual([{ type: 'notification', data: { id: 7, type: 'security' } }]);
});

it('calls every handler of an event, also after one that throws', () => {
  const broken = new Error('on purpose');
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  const heard: string[] = [];
  const Broken = () => {
    useLiveEvent('balance', () => {
      throw broken;
    });
    return null;
  };
  const Other = () => {
    useLiveEvent('balance', ({ type }) => heard.push(type));
    return null;
  };
  show(
    <>
      <Broken />
      <Other />
    </>,
  );
  act(() => publishLiveEvent({ type: 'balance', data: balance }));
  expect(heard).toEqual(['balance']);
  expect(reported.mock.calls).toEqual([[broken]]);
  Reflect.deleteProperty(globalThis, 'reportError');
});
