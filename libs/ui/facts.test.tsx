import { render, screen } from '@testing-library/react';
import { Facts } from './facts';

it('names each value, and leaves out what has none', () => {
  render(
    <Facts
      facts={[
        ['Bénéficiaire', 'Paul Nguyen'],
        ['Téléphone', null],
        ['Motif', ''],
        ['Montant', '25,00 €'],
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Bénéficiaire', 'Montant']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'Paul Nguyen',
    '25,00 €',
  ]);
});
