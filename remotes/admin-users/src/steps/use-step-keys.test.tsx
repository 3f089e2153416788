import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Dialog } from '@bank/ui/dialog';
import { useStepKeys } from './use-step-keys';

const pressed = jest.fn<void, [string]>();
beforeEach(() => pressed.mockClear());

function Steps() {
  useStepKeys();
  const [isOpen, setOpen] = useState(false);
  const step = (name: string, letter: string) => (
    <button aria-keyshortcuts={`Alt+${letter}`} onClick={() => pressed(name)}>
      {name}
    </button>
  );
  return (
    <>
      {step('Accepter', 'A')}
      {step('Interroger', 'Q')}
      <textarea aria-label="Texte" />
      <button onClick={() => setOpen(true)}>Ouvrir</button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Confirmer">
        {step('Rejeter', 'R')}
      </Dialog>
    </>
  );
}

const press = (init: KeyboardEventInit, target: Element = document.body) =>
  fireEvent.keyDown(target, { altKey: true, ...init });

it.each([
  ['an English keyboard', { key: 'a', code: 'KeyA' }, ['Accepter']],
  ['a French keyboard, which has A where others have Q', { key: 'a', code: 'KeyQ' }, ['Accepter']],
  ['its Q', { key: 'q', code: 'KeyA' }, ['Interroger']],
  ['Shift', { key: 'A', code: 'KeyA', shiftKey: true }, ['Accepter']],
  ['a Mac, where Alt types another character', { key: 'å', code: 'KeyA' }, ['Accepter']],
  ['a letter without a button', { key: 'z', code: 'KeyW' }, []],
  ['a letter without Alt', { key: 'a', code: 'KeyA', altKey: false }, []],
  ['AltGr, which Windows reports with Control', { key: 'a', code: 'KeyA', ctrlKey: true }, []],
])('presses the button of the letter by %s', (_of, init, expected) => {
  render(<Steps />);
  press(init);
  expect(pressed.mock.calls.flat()).toEqual(expected);
});

it('presses nothing while a text is typed, nor under a dialog', () => {
  render(<Steps />);
  press({ key: 'a', code: 'KeyA' }, screen.getByLabelText('Texte'));
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  press({ key: 'a', code: 'KeyA' });
  expect(pressed).not.toHaveBeenCalled();
  press({ key: 'r', code: 'KeyR' });
  expect(pressed.mock.calls.flat()).toEqual(['Rejeter']);
});
