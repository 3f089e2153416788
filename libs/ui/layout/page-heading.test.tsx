import { render, screen } from '@testing-library/react';
import { PageHeading } from './page-heading';

it('takes the focus after a navigation, not on the first page', () => {
  const first = render(<PageHeading title="Cartes" />);
  expect(document.activeElement).toBe(document.body);
  first.unmount();
  render(<PageHeading title="Transactions" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Transactions' }));
});
