import { render, screen } from '@testing-library/react';
import { Progress } from './progress';

it('exposes the exact share to screen readers, and shows it rounded', () => {
  render(<Progress label="Envoi de facture.pdf" value={0.256} />);
  expect(screen.getByRole('progressbar', { name: 'Envoi de facture.pdf' })).toHaveAttribute('value', '0.256');
  expect(screen.getByText(/^26,0\s%$/)).toBeInTheDocument();
});
