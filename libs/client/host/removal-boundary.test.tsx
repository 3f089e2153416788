/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { useEffect } from 'react';
import { render, screen } from '@testing-library/react';
import { RemovalBoundary } from './removal-boundary';

function ThrowsWhenRemoved() {
  useEffect(
    () => () => {
      throw new Error('removed');
    },
    [],
  );
  return null;
}
function ThrowsWhenShown(): null {
  useEffect(() => {
    throw new Error('shown');
  });
  return null;
}
const page = (isOpen: boolean) => (
  <RemovalBoundary>
    <h1>Compte</h1>
    {isOpen && <ThrowsWhenRemoved />}
  </RemovalBoundary>
);

let now = 0;
const reported = jest.fn();
beforeEach(() => {
  now = 0;
  reported.mockClear();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.reportError = reported;
});
afterEach(() => jest.restoreAllMocks());

it('shows the page again, however many remotes throw while they are removed in a long visit', () => {
  const { rerender } = render(page(false));
  for (let visit = 0; visit < 30; visit += 1, now += 60_000) {
    rerender(page(true));
    rerender(page(false));
  }
  expect(screen.getByRole('heading', { name: 'Compte' })).toBeVisible();
  expect(reported).toHaveBeenCalledTimes(30);
});

it('gives up after an element throws on each render', () => {
  const shown = () =>
    render(
      <RemovalBoundary>
        <ThrowsWhenShown />
      </RemovalBoundary>,
    );
  expect(shown).toThrow('shown');
  expect(reported.mock.calls.length).toBeLessThan(50);
});
