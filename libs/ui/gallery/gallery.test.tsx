import '../../../tests/support/all-icons';
import { act, render, screen } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { I18nProvider } from '@bank/i18n/provider';
import { ToastProvider } from '../feedback/toast';
import en from '../locales/gallery.en.json';
import fr from '../locales/gallery.fr.json';
import { Gallery } from './gallery';

const show = () =>
  render(
    <I18nProvider>
      <ToastProvider>
        <Gallery />
      </ToastProvider>
    </I18nProvider>,
  );

afterEach(() => act(() => setLanguage('fr')));

it('follows the language, down to its examples', () => {
  const { container } = show();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(fr.title);
  act(() => setLanguage('en'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(en.title);
  const keys = Object.keys(fr) as (keyof typeof fr)[];
  const onlyFrench = keys.map((key) => fr[key]).filter((text) => !Object.values(en).includes(text));
  const pieces = container.innerHTML.split(/[<>"]/).map((piece) => piece.trim());
  expect(onlyFrench.filter((text) => pieces.includes(text))).toEqual([]);
});
