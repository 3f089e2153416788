import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../tests/support/ui';
import { FilterPanel } from './filter-panel';

const panel = (more: { chosen?: number; hasError?: boolean } = {}) => (
  <FilterPanel label="Filtres" chosen={0} lead={<input aria-label="Rechercher" />} {...more}>
    <input aria-label="Statut" />
  </FilterPanel>
);

it('opens its fields by a button, which displays how many are in use', async () => {
  renderPage(panel({ chosen: 2 }));
  const button = screen.getByRole('button', { name: 'Filtres (2)' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  const fields = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(fields).toContainElement(screen.getByLabelText('Statut'));
  expect(fields).not.toContainElement(screen.getByLabelText('Rechercher'));
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
});

it('is open while one of its fields has an error', () => {
  renderPage(panel({ hasError: true }));
  expect(screen.getByRole('button', { name: 'Filtres' })).toHaveAttribute('aria-expanded', 'true');
});
