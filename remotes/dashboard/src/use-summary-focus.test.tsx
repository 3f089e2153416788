import { render, screen } from '@testing-library/react';
import { useSummaryFocus } from './use-summary-focus';

const Summary = () => (
  <div ref={useSummaryFocus()} tabIndex={-1}>
    25,00 €
  </div>
);

it('begins a step at the start of its dialog, however far the one before was scrolled', () => {
  const { rerender } = render(<dialog open />);
  screen.getByRole('dialog').scrollTop = 300;
  rerender(
    <dialog open>
      <Summary />
    </dialog>,
  );
  expect(screen.getByText('25,00 €')).toHaveFocus();
  expect(screen.getByRole('dialog').scrollTop).toBe(0);
});
