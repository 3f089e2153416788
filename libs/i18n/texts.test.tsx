import { act, render, screen } from '@testing-library/react';
import { currentLanguage, setLanguage } from './language';
import { I18nProvider } from './provider';
import { defineTexts, useReworded } from './texts';

const fr = {
  greeting: 'Bonjour {{name}}',
  'cards.count_one': 'une carte',
  'cards.count_other': '{{count}} cartes',
};
const en = {
  greeting: 'Hello {{name}}',
  'cards.count_one': 'one card',
  'cards.count_other': '{{count}} cards',
};

afterEach(() => act(() => setLanguage('fr')));

it('speaks French first, whatever the browser prefers', () => {
  expect(navigator.language).toBe('en-US');
  expect(currentLanguage()).toBe('fr');
  expect(document.documentElement.lang).toBe('fr');
});

it('rerenders in the chosen language and remembers it', () => {
  const useTexts = defineTexts('test', { fr, en });
  const Greeting = () => <p>{useTexts().t('greeting', { name: 'Zoé & <Marie>' })}</p>;
  render(<Greeting />, { wrapper: I18nProvider });
  expect(screen.getByText('Bonjour Zoé & <Marie>')).toBeTruthy();
  act(() => setLanguage('en'));
  expect(screen.getByText('Hello Zoé & <Marie>')).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
  expect(localStorage.getItem('language')).toBe('en');
});

it('knows texts that arrive after the first render', () => {
  render(<p>host</p>, { wrapper: I18nProvider });
  const useLate = defineTexts('late', { fr: { word: 'tard' }, en: { word: 'late' } });
  const Late = () => <p>{useLate().t('word')}</p>;
  render(<Late />, { wrapper: I18nProvider });
  expect(screen.getByText('tard')).toBeTruthy();
});

it('keeps the texts of two versions of a remote apart', () => {
  const before = defineTexts('cards', { fr: { word: 'avant' }, en: { word: 'before' } });
  const after = defineTexts('cards', { fr: { word: 'après' }, en: { word: 'after' } });
  expect([before.translate('word'), after.translate('word')]).toEqual(['avant', 'après']);
});

it('chooses the plural, millions included', () => {
  const { translate } = defineTexts('plurals', { fr, en });
  expect(translate('cards.count', { count: 0 })).toBe('une carte');
  expect(translate('cards.count', { count: 1 })).toBe('une carte');
  expect(translate('cards.count', { count: 2 })).toBe('2 cartes');
  expect(translate('cards.count', { count: 1_000_000 })).toBe('1000000 cartes');
});

it('follows the language chosen in another tab', () => {
  render(<p>host</p>, { wrapper: I18nProvider });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en' })));
  expect(currentLanguage()).toBe('en');
});

describe('a sentence that was worded before', () => {
  defineTexts('reworded', {
    fr: { failed: 'Envoi impossible', because: '{{failed}} : {{reason}}', over: '{{most}} fichiers au plus' },
    en: { failed: 'Unable to send', because: '{{failed}}: {{reason}}', over: 'At most {{most}} files' },
  });
  const Refusal = ({ said }: { said: string }) => <p>{useReworded(said)}</p>;
  const shown = (said: string) => render(<Refusal said={said} />, { wrapper: I18nProvider });

  it.each([
    ['Certains champs sont à corriger.', 'Some fields need correcting.'],
    ['Ce champ est obligatoire.', 'This field is required.'],
    ['Envoi impossible', 'Unable to send'],
    ['5 fichiers au plus', 'At most 5 files'],
    [
      'Envoi impossible\u00a0: Le solde ne permet pas cette opération.',
      'Unable to send: The balance does not allow this operation.',
    ],
  ])('follows the language, and back: %s', async (french, english) => {
    shown(french);
    act(() => setLanguage('en'));
    expect(await screen.findByText(english)).toBeInTheDocument();
    act(() => setLanguage('fr'));
    expect(await screen.findByText(french.replace('\u00a0', ' '))).toBeInTheDocument();
  });

  it('stays as it is where no text has it, or its owner words it again', async () => {
    const { rerender } = shown('Phrase de personne');
    await act(async () => setLanguage('en'));
    expect(screen.getByText('Phrase de personne')).toBeInTheDocument();
    rerender(<Refusal said="Unable to send" />);
    expect(screen.getByText('Unable to send')).toBeInTheDocument();
  });
});

it('still changes language where storage is blocked', () => {
  const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  act(() => setLanguage('en'));
  expect(currentLanguage()).toBe('en');
  blocked.mockRestore();
});

it('refuses a missing English text and an unknown key when compiled', () => {
  // @ts-expect-error English lacks the text "farewell".
  const useTexts = defineTexts('typed', { fr: { farewell: 'Au revoir' }, en: {} });
  // @ts-expect-error no such key
  expect(useTexts.translate('unknown')).toBe('unknown');
});
