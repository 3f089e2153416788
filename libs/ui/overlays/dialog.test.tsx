import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Dialog } from './dialog';

function Page({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Ouvrir</button>
      <Dialog open={open} onClose={close} role="alertdialog" title="Envoyer 25,00 € ?" description="À Paul">
        <input type="file" aria-label="Pièce" />
      </Dialog>
    </>
  );
}

function openDialog(onClose?: () => void) {
  render(<Page onClose={onClose} />);
  const opener = screen.getByRole('button', { name: 'Ouvrir' });
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole('alertdialog') };
}

it('is named and described, and focuses its title', () => {
  openDialog();
  expect(screen.getByRole('alertdialog', { name: 'Envoyer 25,00 € ?', description: 'À Paul' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Envoyer 25,00 € ?');
});

it('closes by its button and restores the focus', () => {
  const { opener } = openDialog();
  fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('moves the focus to the content of a page that was opened with its dialog', () => {
  const page = (isOpen: boolean) => (
    <main tabIndex={-1}>
      <Dialog open={isOpen} onClose={() => undefined} title="Créer une carte" />
    </main>
  );
  const { rerender } = render(page(true));
  rerender(page(false));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('closes on Escape, but not when a file picker inside is cancelled', () => {
  const onClose = jest.fn();
  const { dialog } = openDialog(onClose);
  fireEvent(screen.getByLabelText('Pièce'), new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

/** The browser closes a dialog without asking: on a second Escape, or by the back gesture. */
function closeByBrowser(dialog: HTMLElement) {
  (dialog as HTMLDialogElement).close();
  fireEvent(dialog, new Event('close'));
}

it('is closed for its owner too when the browser closes it, and opens again', () => {
  const onClose = jest.fn();
  const { opener, dialog } = openDialog(onClose);
  closeByBrowser(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
  fireEvent.click(opener);
  const again = screen.getByRole('alertdialog');
  // Of the first opening, and late.
  fireEvent(again, new Event('close'));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

it('stays open when its owner refuses to close it', () => {
  render(<Dialog open onClose={() => undefined} title="Confirmer" />);
  const dialog = screen.getByRole('dialog');
  closeByBrowser(dialog);
  expect(dialog).toHaveAttribute('open');
  expect(screen.getByRole('heading', { name: 'Confirmer' })).toHaveFocus();
});
