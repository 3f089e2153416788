import { fireEvent, render, screen } from '@testing-library/react';
import { MenuSheet } from './menu-sheet';

it('is closed for its owner too when the browser closes it', () => {
  const onClose = jest.fn();
  render(
    <MenuSheet open onClose={onClose} title="Menu">
      <a href="/">Accueil</a>
    </MenuSheet>,
  );
  const sheet = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' });
  sheet.close();
  fireEvent(sheet, new Event('close'));
  expect(onClose).toHaveBeenCalledTimes(1);
});
