import { fireEvent, render, screen } from '@testing-library/react';
import { FormActions } from './form-actions';

it('offers a cancel button, disabled while the form is sent', () => {
  const onCancel = jest.fn();
  const actions = (isSending: boolean) => (
    <FormActions submit="Ajouter" isSending={isSending} onCancel={onCancel} />
  );
  const { rerender } = render(actions(false));
  expect(screen.getByRole('button', { name: 'Ajouter' })).toHaveAttribute('type', 'submit');
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
  rerender(actions(true));
  expect(screen.getByRole('button', { name: /^Ajouter/ })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: 'Annuler' })).toBeDisabled();
});

it('has a single button without a cancel action', () => {
  render(<FormActions submit="Enregistrer" isSending={false} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
