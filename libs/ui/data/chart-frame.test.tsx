import { fireEvent, render, screen } from '@testing-library/react';
import { ChartFrame, roundTop } from './chart-frame';

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [11, 20],
  [61.78, 80],
  [10_510.98, 20_000],
])('puts the upper line of a chart whose highest value is %d at %d', (highest, top) => {
  expect(roundTop(highest)).toBe(top);
});

const days = ['5 nov. · 3', '6 nov. · 0', '7 nov. · 1'];

it('shows the words of the last point, then of the one that is moved to, also to screen readers', () => {
  render(
    <ChartFrame
      kind="bars"
      lines={['4', '2', '0']}
      count={days.length}
      label="Jour"
      wordsOf={(at) => days[at] ?? ''}
    >
      <svg />
    </ChartFrame>,
  );
  const slider = screen.getByRole('slider', { name: 'Jour' });
  expect(slider).toHaveAttribute('aria-valuetext', '7 nov. · 1');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider).toHaveAttribute('aria-valuetext', '5 nov. · 3');
  expect(screen.getByText('5 nov. · 3')).toBeVisible();
});
