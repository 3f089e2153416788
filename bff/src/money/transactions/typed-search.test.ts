import { wellFormed, naughtyStrings } from '../../../../tests/support/naughty';
import { searchOf } from './typed-search';

const read = (typed: string, currency = 'EUR') => searchOf(typed, { today: '2026-11-23', currency });

describe('the amounts of a typed search', () => {
  it.each([
    ['61,78', [-6178n, 6178n]],
    ['61.78 €', [-6178n, 6178n]],
    ['€61.78', [-6178n, 6178n]],
    ['61,78 euros', [-6178n, 6178n]],
    ['1 234,50', [-123450n, 123450n]],
    ['1\u202f234,50\u00a0€', [-123450n, 123450n]],
    ['1.234,50', [-123450n, 123450n]],
    ['1,234.50', [-123450n, 123450n]],
    ['1,234', [-123400n, 123400n]],
    ['745', [-74500n, 74500n]],
    ['12,5', [-1250n, 1250n]],
    ['-61,78', [-6178n]],
    ['\u221261,78\u00a0€', [-6178n]],
    ['\u2013\u00a061,78', [-6178n]],
    ['+2 000', [200000n]],
    ['0', []],
    ['61,7890', []],
    ['61 78 loyer', []],
    ['999999999999999999', []],
    ['9999999999999,99', []],
    ['TR-61,78', []],
  ])('%s', (typed, amounts) => {
    expect(read(typed).amounts).toEqual(amounts);
  });

  it('have the decimals of the account’s currency', () => {
    expect(read('1 200', 'JPY').amounts).toEqual([-1200n, 1200n]);
    expect(read('12,50', 'JPY').amounts).toEqual([]);
  });
});

describe('the day of a typed search', () => {
  it.each([
    ['hier', '2026-11-22'],
    ['Hier', '2026-11-22'],
    ['yesterday', '2026-11-22'],
    ['aujourd’hui', '2026-11-23'],
    ["aujourd'hui", '2026-11-23'],
    ['today', '2026-11-23'],
    ['avant-hier', '2026-11-21'],
    ['5 nov', '2026-11-05'],
    ['5 nov.', '2026-11-05'],
    ['Nov 5', '2026-11-05'],
    ['november 5th', '2026-11-05'],
    ['1er août', '2026-08-01'],
    ['2 févr.', '2026-02-02'],
    ['24 nov', '2025-11-24'],
    ['31 déc', '2025-12-31'],
    ['5 novembre 2024', '2024-11-05'],
    ['29 février', '2024-02-29'],
    ['05/11', '2026-11-05'],
    ['5/11/2025', '2025-11-05'],
    ['5.11.2025', '2025-11-05'],
    ['5\u201111\u20112025', '2025-11-05'],
    ['avant\u2011hier', '2026-11-21'],
    ['2026-11-05', '2026-11-05'],
    ['31 avril', undefined],
    ['5 jui', undefined],
    ['99/99', undefined],
    ['2026-02-30', undefined],
    ['0000-01-01', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['5', undefined],
    ['novembre', undefined],
  ])('%s', (typed, day) => {
    expect(read(typed).day).toBe(day);
  });
});

it('reads every hostile text in no time', () => {
  const started = performance.now();
  for (const text of [...naughtyStrings, '9'.repeat(120), '1.'.repeat(60), `${'1,234'.repeat(24)}x`]) {
    const { amounts, day } = read(wellFormed(text));
    expect([amounts.length <= 2, day === undefined || /^\d{4}-\d\d-\d\d$/.test(day)]).toEqual([true, true]);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
