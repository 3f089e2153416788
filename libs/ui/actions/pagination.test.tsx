import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { PageButtons } from './pagination';

function Pages({ last }: { last: number }) {
  const [page, setPage] = useState(1);
  return <PageButtons page={page} hasNext={page < last} onPage={setPage} />;
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

it('keeps the focus while there is a next page, and gives it to the other button at an end', () => {
  render(<Pages last={3} />);
  const [previous, next] = ['Précédent', 'Suivant'].map((name) => screen.getByRole('button', { name }));
  press('Suivant');
  expect(next).toHaveFocus();
  press('Suivant');
  expect(next).toBeDisabled();
  expect(previous).toHaveFocus();
  press('Précédent');
  press('Précédent');
  expect(previous).toBeDisabled();
  expect(next).toHaveFocus();
});
