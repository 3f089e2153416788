import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Dialog } from '../overlays/dialog';
import { ToastProvider, useToast, type ToastMessage } from './toast';

function Page({ message }: { message: ToastMessage }) {
  const { show } = useToast();
  return <button onClick={() => show(message)}>Envoyer</button>;
}

function showToast(message: ToastMessage) {
  render(<Page message={message} />, { wrapper: ToastProvider });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
}

const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const toast = () => screen.queryByText('Fait');

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  ['success', 5000],
  ['info', 5000],
  ['warning', 6000],
  ['error', 7000],
] as const)('%s stays %d ms, then fades for 300 ms', (type, duration) => {
  showToast({ type, message: 'Fait' });
  const leaving = () => toast()?.parentElement?.classList.contains('leaving');
  wait(duration - 1);
  expect(leaving()).toBe(false);
  wait(1);
  expect(leaving()).toBe(true);
  wait(299);
  expect(toast()).toBeTruthy();
  wait(1);
  expect(toast()).toBeNull();
});

it('shows a repeated message once, for its full duration', () => {
  showToast({ type: 'success', message: 'Fait' });
  wait(4_000);
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(screen.getAllByText('Fait')).toHaveLength(1);
  wait(4_000);
  expect(toast()).toBeTruthy();
});

it('respects its own duration', () => {
  showToast({ type: 'info', message: 'Fait', duration: 1000 });
  wait(1000);
  wait(300);
  expect(toast()).toBeNull();
});

it.each([
  [fireEvent.mouseEnter, fireEvent.mouseLeave],
  [fireEvent.focusIn, fireEvent.focusOut],
])('pauses while it is hovered or focused', (enter, leave) => {
  showToast({ type: 'success', message: 'Fait' });
  const box = toast()!.parentElement!;
  wait(4000);
  enter(box);
  wait(60_000);
  expect(toast()).toBeTruthy();
  leave(box);
  wait(999);
  expect(toast()?.parentElement).toBe(box);
  wait(1);
  wait(300);
  expect(toast()).toBeNull();
});

it('stays under the focus when the pointer leaves it', () => {
  showToast({ type: 'success', message: 'Fait' });
  const box = toast()!.parentElement!;
  fireEvent.mouseEnter(box);
  act(() => screen.getByRole('button', { name: 'Fermer' }).focus());
  fireEvent.mouseLeave(box);
  wait(60_000);
  expect(toast()).toBeTruthy();
});

it('returns the focus to where it came from when it is closed', () => {
  showToast({ type: 'success', message: 'Fait' });
  const sender = screen.getByRole('button', { name: 'Envoyer' });
  act(() => sender.focus());
  const close = screen.getByRole('button', { name: 'Fermer' });
  act(() => close.focus());
  fireEvent.click(close);
  wait(300);
  expect(toast()).toBeNull();
  expect(sender).toHaveFocus();
});

it('disappears when dismissed', () => {
  showToast({ type: 'error', message: 'Fait' });
  expect(screen.getByRole('alert').textContent).toContain('Erreur');
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  wait(300);
  expect(toast()).toBeNull();
});

function PageWithDialog() {
  const { show } = useToast();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Ouvrir</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Virement">
        <button onClick={() => show({ type: 'success', message: 'Fait' })}>Envoyer</button>
      </Dialog>
    </>
  );
}

it('is inside the open dialog, outside of which all is inert, and outlives it', () => {
  render(<PageWithDialog />, { wrapper: ToastProvider });
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(screen.getByRole('dialog').contains(toast())).toBe(true);
  wait(3000);
  fireEvent.click(screen.getAllByRole('button', { name: 'Fermer' })[0]!);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(toast()).toBeTruthy();
  wait(1999);
  expect(toast()).toBeTruthy();
  wait(1);
  wait(300);
  expect(toast()).toBeNull();
});
