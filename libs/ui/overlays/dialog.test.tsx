import { act, fireEvent, render, screen } from '@testing-library/react';
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

const cancel = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

/** A list whose button opens a dialog, from which another one may be opened; either may take the button away. */
function Region() {
  const [step, setStep] = useState(0);
  const [isGone, setGone] = useState(false);
  const close = () => setStep(0);
  return (
    <main tabIndex={-1}>
      <section aria-labelledby="keys">
        <h2 id="keys">Clés</h2>
        {!isGone && <button onClick={() => setStep(1)}>Remplacer</button>}
        <Dialog open={step === 1} onClose={close} title="Remplacer ?">
          <button onClick={() => setStep(2)}>Oui</button>
        </Dialog>
        <Dialog open={step === 2} onClose={close} title="Secret">
          <button onClick={() => setGone(true)}>Utiliser</button>
          <button onClick={close}>Gardé</button>
        </Dialog>
      </section>
    </main>
  );
}

const leave = {
  Escape: () => cancel(screen.getByRole('dialog')),
  'the button of its header': () => fireEvent.click(screen.getByRole('button', { name: 'Fermer' })),
  'its own button': () => fireEvent.click(screen.getByRole('button', { name: 'Gardé' })),
  'the browser': () => closeByBrowser(screen.getByRole('dialog')),
};

it.each(Object.entries(leave))(
  'returns the focus through a dialog before it, or to the region of a button that is gone: by %s',
  (_, close) => {
    render(<Region />);
    const opener = screen.getByRole('button', { name: 'Remplacer' });
    const openSecond = () => {
      opener.focus();
      fireEvent.click(opener);
      const next = screen.getByRole('button', { name: 'Oui' });
      next.focus();
      fireEvent.click(next);
    };
    openSecond();
    close();
    expect(opener).toHaveFocus();
    openSecond();
    fireEvent.click(screen.getByRole('button', { name: 'Utiliser' }));
    close();
    const region = screen.getByRole('region', { name: 'Clés' });
    expect(region).toHaveFocus();
    act(() => region.blur());
    expect(region).not.toHaveAttribute('tabindex');
  },
);

it('closes on Escape, but not when a file picker inside is cancelled', () => {
  const onClose = jest.fn();
  const { dialog } = openDialog(onClose);
  fireEvent(screen.getByLabelText('Pièce'), new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  cancel(dialog);
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
