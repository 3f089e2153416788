import { render, screen } from '@testing-library/react';
import { Progress } from './progress';

it('tells the exact share to a screen reader, and rounds it for the eye', () => {
  render(<Progress label="Envoi de facture.pdf" value={0.256} />);
  expect(screen.getByRole('progressbar', { name: 'Envoi de facture.pdf' })).toHaveAttribute('value', '0.256');
  expect(screen.getByText(/^26,0\s%$/)).toBeInTheDocument();
});
