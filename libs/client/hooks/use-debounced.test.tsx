import { act, renderHook } from '@testing-library/react';
import { useDebounced } from './use-debounced';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp(value = '') {
  const onPause = jest.fn();
  const view = renderHook((given: string) => useDebounced(given, onPause), { initialProps: value });
  return {
    onPause,
    text: () => view.result.current[0],
    type: (text: string) => act(() => view.result.current[1](text)),
    pause: () => act(() => jest.advanceTimersByTime(300)),
    valueIs: (given: string) => view.rerender(given),
  };
}

it('passes the text on once, when typing pauses', () => {
  const { onPause, type, pause } = setUp();
  type('l');
  type('lo');
  expect(onPause).not.toHaveBeenCalled();
  pause();
  pause();
  expect(onPause.mock.calls).toEqual([['lo']]);
});

it('keeps newer text while the address follows an earlier pause', () => {
  const { onPause, text, type, pause, valueIs } = setUp();
  type('lo');
  pause();
  type('loyer');
  pause();
  valueIs('lo');
  expect(text()).toBe('loyer');
  valueIs('loyer');
  expect(text()).toBe('loyer');
  pause();
  expect(onPause.mock.calls).toEqual([['lo'], ['loyer']]);
});

it('follows a value that changes from outside, without passing it on', () => {
  const { onPause, text, pause, valueIs } = setUp('loyer');
  valueIs('');
  expect(text()).toBe('');
  pause();
  expect(onPause).not.toHaveBeenCalled();
});
