import { fireEvent, render, screen } from '@testing-library/react';
import { ErrorSummary, type SummaryError } from './error-summary';

const errors: SummaryError[] = [{ id: 'first-name', label: 'Prénom' }];
const form = (attempt: number, shown = errors, message?: string) => (
  <>
    <ErrorSummary errors={shown} attempt={attempt} message={message} />
    <input id="first-name" aria-label="Prénom" />
  </>
);

it('renders nothing without errors', () => {
  render(form(0, []));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('takes the focus at each attempt', () => {
  const { rerender } = render(form(1));
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  screen.getByLabelText('Prénom').focus();
  rerender(form(1));
  expect(document.activeElement).not.toBe(summary);
  rerender(form(2));
  expect(document.activeElement).toBe(summary);
});

it('leaves the focus in a field whose error changes while it is corrected', () => {
  const { rerender } = render(form(1));
  screen.getByLabelText('Prénom').focus();
  rerender(form(1, []));
  rerender(form(1));
  expect(document.activeElement).toBe(screen.getByLabelText('Prénom'));
  rerender(form(2));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('counts the refused fields where the form has no error of its own', () => {
  render(form(1, errors, ''));
  expect(screen.getByRole('alert')).toHaveTextContent('Une réponse est à revoir');
});

it('links to the refused field without changing the address', () => {
  render(form(1));
  fireEvent.click(screen.getByRole('link', { name: 'Prénom' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Prénom'));
  expect(location.hash).toBe('');
});

it('names each field, so that two empty ones are distinguishable', () => {
  render(form(1, [...errors, { id: 'last-name', label: 'Nom' }]));
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Prénom', 'Nom']);
});

it('shows an error that belongs to no field', () => {
  render(form(1, [], 'Erreur de connexion'));
  expect(screen.getByRole('alert').textContent).toBe('Erreur de connexion');
});
