import { render, screen } from '@testing-library/react';
import { PageHeading } from './page-heading';

it('takes the focus on a change of page, not on the first one', () => {
  const first = render(<PageHeading title="Cartes" />);
  expect(document.activeElement).toBe(document.body);
  first.unmount();
  render(<PageHeading title="Transactions" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Transactions' }));
});
