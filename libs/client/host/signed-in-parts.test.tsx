import { renderPage, signInBeforeEach, unreachable } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { lastActivityAt } from '../http/activity';
import { api, ApiError } from '../http/api';
import { QueriesProvider } from '../http/page-queries';
import { useQuery } from '../http/query';
import { useApiQuery } from '../live/api-query';
import { SignedInParts } from './signed-in-parts';

signInBeforeEach();

function Purchase() {
  const reason = useApiQuery<string>(['purchase'], '/carte/purchases').data;
  const photo = useApiQuery<string>(['photo'], '/photo', { staleTime: Infinity }).data;
  return (
    <>
      <p>{reason}</p>
      <p>{photo}</p>
      <input aria-label="Note" />
    </>
  );
}

it('reads the server’s words again in the language of the page, but not what is read once', async () => {
  const { calls, asked } = renderPage(
    <>
      <SignedInParts />
      <Purchase />
    </>,
    {
      fetch: ({ path, headers }) => {
        if (path === '/auth/me') return { body: { id: 7, role: 'user' } };
        if (path === '/photo') return { body: 'photo' };
        return { body: headers.get('Accept-Language') === 'en' ? 'Wrong PIN' : 'Code faux' };
      },
    },
  );
  expect(await screen.findByText('Code faux')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Note'), 'à voir');
  act(() => setLanguage('en'));
  expect(await screen.findByText('Wrong PIN')).toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('à voir');
  expect(calls.at(-1)?.headers.get('X-Passive')).toBe('1');
  expect(asked('/carte/purchases')).toHaveLength(2);
  expect(asked('/photo')).toHaveLength(1);
});

/** A list whose reads all end so. */
function Failing({ read, name }: { read: () => Promise<never>; name: string }) {
  const { isError } = useQuery({ queryKey: [name], queryFn: read, retry: false });
  return isError && <p>{name}</p>;
}

it('reads again, without counting as activity, once the network is back, but not what the server refused', async () => {
  const network = (event: 'offline' | 'online') => act(async () => void dispatchEvent(new Event(event)));
  const cutOff = jest.fn(async (): Promise<never> => api.get('/solde'));
  const refused = jest.fn(async () => Promise.reject(new ApiError('refused', 'FORBIDDEN', 403)));
  renderPage(
    <QueriesProvider>
      <SignedInParts />
      <Failing name="cut off" read={cutOff} />
      <Failing name="refused" read={refused} />
    </QueriesProvider>,
    { fetch: ({ path }) => (path === '/auth/me' ? { body: { id: 7, role: 'user' } } : unreachable()) },
  );
  await screen.findByText('cut off');
  await screen.findByText('refused');
  const [before, first] = [lastActivityAt(), cutOff.mock.calls.length];
  const refusals = refused.mock.calls.length;
  await network('offline');
  await network('online');
  expect([cutOff.mock.calls.length, refused.mock.calls.length]).toEqual([first + 1, refusals]);
  expect(lastActivityAt()).toBe(before);
});
