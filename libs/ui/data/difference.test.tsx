import '../../../tests/support/all-icons';
import { render } from '@testing-library/react';
import { I18nProvider } from '@bank/i18n/provider';
import { changeOf, Difference } from './difference';

it.each([
  [110, 100, { direction: 'up', ratio: 0.1 }],
  [-150, -100, { direction: 'down', ratio: -0.5 }],
  [100, 100, { direction: 'same', ratio: 0 }],
  [50, 0, { direction: 'up', ratio: undefined }],
])('from %d, having been %d', (current, previous, change) => {
  expect(changeOf(current, previous)).toEqual(change);
});

const shown = (now: number, before: number, period?: string) => {
  const { container } = render(
    <I18nProvider>
      <Difference now={now} before={before} worded={(value) => `${value} €`} {...(period && { period })} />
    </I18nProvider>,
  );
  return container.textContent;
};

it('words the difference in the unit and in percent, and that there is nothing to compare with', () => {
  expect(shown(0.3, 0.1, 'la veille')).toMatch(/^0\.2 € de plus \(\+200,0\s%\) que la veille$/);
  expect(shown(75, 100)).toMatch(/^25 € de moins \(−25,0\s%\)$/);
  expect(shown(4, 4, 'la veille')).toBe('Autant que la veille');
  expect(shown(4, 0, 'la veille')).toMatch(/^Pas de comparaison\s: aucune valeur pour la veille$/);
});
