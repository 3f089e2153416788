import { act, render, screen } from '@testing-library/react';
import { simpleCookiePattern } from '@bank/contracts/simple-mode';
import { setSimple, useSimple } from './simple-mode';

const Shown = () => <p>{useSimple() ? 'simple' : 'full'}</p>;

it('is remembered by a cookie until it is left, and followed by what is shown', () => {
  render(<Shown />);
  expect(screen.getByText('full')).toBeVisible();
  act(() => setSimple(true));
  expect(screen.getByText('simple')).toBeVisible();
  expect(document.documentElement).toHaveAttribute('data-simple');
  expect(document.cookie).toMatch(simpleCookiePattern);
  act(() => setSimple(false));
  expect(screen.getByText('full')).toBeVisible();
  expect(document.documentElement).not.toHaveAttribute('data-simple');
  expect(document.cookie).not.toMatch(simpleCookiePattern);
});

it.each([
  ['simple=1', true],
  ['language=fr; simple=1; theme=dark', true],
  ['simple=10', false],
  ['notsimple=1', false],
  ['', false],
])('in %j it is found: %s', (cookie, isOn) => {
  expect(simpleCookiePattern.test(cookie)).toBe(isOn);
});
