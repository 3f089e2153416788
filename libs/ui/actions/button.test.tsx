import type { FormEvent } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import { Button } from './button';

it('is marked busy and ignores clicks while loading', () => {
  const send = jest.fn();
  const submit = jest.fn((event: FormEvent) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" loading={loading} onClick={send}>
        Envoyer 25,00 €
      </Button>
    </form>
  );
  const { rerender } = render(form(true));
  const button = screen.getByRole('button', { name: /Envoyer 25,00 €/ });
  fireEvent.click(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.textContent).toContain('Chargement...');
  expect(send).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();

  rerender(form(false));
  fireEvent.click(button);
  expect(send).toHaveBeenCalledTimes(1);
  expect(submit).toHaveBeenCalledTimes(1);
});

it('does not submit a form by default', () => {
  render(<Button>Fermer</Button>);
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});
