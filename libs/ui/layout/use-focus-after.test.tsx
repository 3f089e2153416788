import { render, screen } from '@testing-library/react';
import { useFocusAfter } from './use-focus-after';

function Dismissible({ isOpen }: { isOpen: boolean }) {
  const rest = useFocusAfter<HTMLParagraphElement>(isOpen);
  return (
    <>
      {isOpen && <button>Close</button>}
      <input aria-label="Elsewhere" />
      <p ref={rest} tabIndex={-1}>
        Closed
      </p>
    </>
  );
}

test('the focus moves to the remaining content when its element is removed', () => {
  const { rerender } = render(<Dismissible isOpen />);
  screen.getByRole('button').focus();
  rerender(<Dismissible isOpen={false} />);
  expect(screen.getByText('Closed')).toHaveFocus();
});

test('a focus that is elsewhere stays there', () => {
  const { rerender } = render(<Dismissible isOpen />);
  screen.getByLabelText('Elsewhere').focus();
  rerender(<Dismissible isOpen={false} />);
  expect(screen.getByLabelText('Elsewhere')).toHaveFocus();
});

test('nothing is focused as long as nothing was there', () => {
  const { rerender } = render(<Dismissible isOpen={false} />);
  rerender(<Dismissible isOpen={false} />);
  expect(document.body).toHaveFocus();
});
