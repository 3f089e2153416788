import '../../../tests/support/host-document';
import { renderHook } from '@testing-library/react';
import { api } from '../http/api';
import { usePolling } from './use-polling';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function setUp(every: number | undefined, read = jest.fn()) {
  const view = renderHook((given: number | undefined) => usePolling(given, read), { initialProps: every });
  return { ...view, read };
}

it('reads while an interval is given, and lets a slow fetch end', () => {
  const { read, rerender, unmount } = setUp(undefined);
  jest.advanceTimersByTime(5_000);
  expect(read).not.toHaveBeenCalled();
  rerender(2_000);
  jest.advanceTimersByTime(5_000);
  expect(read.mock.calls).toEqual([[{ cancelRefetch: false }], [{ cancelRefetch: false }]]);
  rerender(undefined);
  jest.advanceTimersByTime(5_000);
  rerender(2_000);
  unmount();
  jest.advanceTimersByTime(5_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads nothing for a page that is not looked at', () => {
  const { read } = setUp(2_000);
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  jest.advanceTimersByTime(5_000);
  expect(read).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  jest.advanceTimersByTime(1_000);
  expect(read).toHaveBeenCalledTimes(1);
});

it('makes passive calls, which do not keep the session awake', () => {
  const fetched = jest.fn((_url: string, _init: RequestInit) => new Promise(() => undefined));
  global.fetch = fetched as unknown as typeof fetch;
  setUp(
    2_000,
    jest.fn(() => void api.get('/a')),
  );
  jest.advanceTimersByTime(2_000);
  const [[, { headers }]] = fetched.mock.calls as [[string, RequestInit]];
  expect((headers as Headers).get('X-Passive')).toBe('1');
});
