import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Dialog } from '../overlays/dialog';
import { ErrorState } from './error-state';

function List() {
  const [hasFailed, setFailed] = useState(true);
  return hasFailed ? <ErrorState onRetry={() => setFailed(false)} /> : <p>Les paiements</p>;
}

const retry = () => {
  const button = screen.getByRole('button', { name: 'Réessayer' });
  button.focus();
  fireEvent.click(button);
  expect(screen.getByText('Les paiements')).toBeInTheDocument();
};

it('keeps the focus in the page when a retry worked', () => {
  render(
    <main tabIndex={-1}>
      <List />
    </main>,
  );
  retry();
  expect(screen.getByRole('main')).toHaveFocus();
});

it('keeps it in a dialog', () => {
  render(
    <main tabIndex={-1}>
      <Dialog open onClose={() => undefined} title="Modifier">
        <List />
      </Dialog>
    </main>,
  );
  retry();
  expect(screen.getByRole('heading', { name: 'Modifier' })).toHaveFocus();
});

it('takes no focus that is elsewhere', () => {
  const { unmount } = render(
    <main tabIndex={-1}>
      <List />
    </main>,
  );
  unmount();
  expect(document.body).toHaveFocus();
});
