/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import { LatePart } from './late-part';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const Part = () => <p>part</p>;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

it('loads a part once it is needed, and shows it', async () => {
  const load = jest.fn(async () => Part);
  const { rerender } = render(<LatePart isNeeded={false} load={load} />);
  await pass(0);
  expect(load).not.toHaveBeenCalled();
  rerender(<LatePart isNeeded load={load} />);
  await pass(0);
  expect(screen.getByText('part')).toBeInTheDocument();
});

it('loads a part again that failed to load, until its place is gone', async () => {
  const load = jest.fn(async () => Part).mockRejectedValueOnce(new Error('no network'));
  render(<LatePart load={load} />);
  await pass(2_900);
  expect(screen.queryByText('part')).not.toBeInTheDocument();
  await pass(200);
  expect(screen.getByText('part')).toBeInTheDocument();

  const failing = jest.fn(() => Promise.reject(new Error('no network')));
  const { unmount } = render(<LatePart load={failing} />);
  unmount();
  await pass(10_000);
  expect(failing).toHaveBeenCalledTimes(1);
});
