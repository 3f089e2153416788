import { screen, waitFor } from '@testing-library/react';
import { press, renderPage } from '../../../tests/support/ui';
import { useUndo } from './undo';

function Desk() {
  const { offer, bar } = useUndo();
  return (
    <>
      <button onClick={() => offer('Clos.', () => Promise.resolve())}>Clore</button>
      {bar}
    </>
  );
}

it('leaves the focus at its place when it is undone', async () => {
  renderPage(<Desk />);
  await press('Clore');
  expect(screen.getByText('Clos.')).toBeVisible();
  await press('Défaire');
  expect(screen.queryByText('Clos.')).not.toBeInTheDocument();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(document.activeElement).toHaveAttribute('role', 'status');
});
