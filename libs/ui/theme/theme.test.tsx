import '../../../tests/support/all-icons';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ThemeSwitch } from '../actions/theme-switch';

const pressed = () => screen.getByRole('button', { pressed: true }).textContent;
const root = document.documentElement;

it('follows the device until a theme is chosen, and stores the choice', () => {
  render(<ThemeSwitch />);
  expect(pressed()).toBe('Automatique');
  fireEvent.click(screen.getByRole('button', { name: 'Sombre' }));
  expect(root.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  fireEvent.click(screen.getByRole('button', { name: 'Automatique' }));
  expect(root.hasAttribute('data-theme')).toBe(false);
  expect(localStorage.getItem('theme')).toBeNull();
});

it('follows the choice made in another tab', () => {
  render(<ThemeSwitch />);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' })));
  expect(pressed()).toBe('Clair');
});
