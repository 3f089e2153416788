import { bankDay, formatAmount, formatFor, formatSignedAmount, formatWholeAmount, unbroken } from './format';

const french = formatFor('fr');
const english = formatFor('en');

/** Narrow and ordinary no-break spaces read as a plain space, so that expectations stay legible. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

describe('amounts', () => {
  it('uses French notation in both languages', () => {
    expect(plain(french.amount(1234.5))).toBe('1 234,50 €');
    expect(english.amount(1234.5)).toBe(french.amount(1234.5));
  });

  it('writes a true minus and never breaks between figures and currency', () => {
    expect(plain(formatAmount(-1234.56))).toBe('\u22121 234,56 €');
    expect(formatAmount(-1234.56)).not.toMatch(/[ -]/);
  });

  it('gives zero no sign', () => {
    expect(plain(formatAmount(-0))).toBe('0,00 €');
    expect(plain(formatSignedAmount(-0))).toBe('0,00 €');
  });

  it('shows the direction when asked', () => {
    expect(plain(formatSignedAmount(12))).toBe('+12,00 €');
    expect(plain(formatSignedAmount(-12))).toBe('\u221212,00 €');
  });

  it('rounds down where whole amounts are asked for', () => {
    expect(plain(formatWholeAmount(1234.99))).toBe('1 234 €');
    expect(plain(formatWholeAmount(0.4))).toBe('0 €');
    expect(plain(formatWholeAmount(-0))).toBe('0 €');
    expect(plain(formatWholeAmount(-12.2))).toBe('\u221213 €');
  });

  it('keeps the decimals that a currency has', () => {
    expect(formatAmount(1200, 'JPY')).not.toContain(',');
    expect(plain(formatAmount(1200, 'USD'))).toContain('1 200,00');
    // Whatever this version of Intl knows.
    expect(plain(formatAmount(1200, 'HUF'))).toContain('1 200,00');
  });
});

describe('numbers and percentages', () => {
  it('follows the language', () => {
    expect(plain(french.number(5000.5))).toBe('5 000,5');
    expect(english.number(5000.5)).toBe('5,000.5');
  });

  it('gives a ratio one decimal', () => {
    expect(plain(french.percent(0.1234))).toBe('12,3 %');
    expect(english.percent(-0.02)).toBe('\u22122.0%');
    expect(plain(french.percent(0.02, { signed: true }))).toBe('+2,0 %');
    expect(english.percent(-0.0001)).toBe('0.0%');
  });
});

describe('dates', () => {
  it('writes a day of Paris', () => {
    expect(french.date('2026-11-21T23:30:00Z')).toBe('22\u00a0nov.\u00a02026');
    expect(english.date('2026-11-21T12:00:00Z')).toBe('21\u00a0Nov\u00a02026');
  });

  it('writes the time of Paris, in winter and in summer', () => {
    expect(french.time('2026-11-21T13:05:00Z')).toBe('14:05');
    expect(english.time('2026-07-01T22:05:00Z')).toBe('00:05');
  });

  it('joins day and time', () => {
    expect(french.dateTime('2026-11-21T13:05:00Z')).toBe('21\u00a0nov.\u00a02026, 14:05');
  });
});

describe('relative time', () => {
  const now = '2026-11-21T12:00:00Z';

  it.each([
    ['2026-11-21T11:59:01Z', "À l'instant", 'Just now'],
    ['2026-11-21T12:00:05Z', "À l'instant", 'Just now'],
    ['2026-11-21T11:59:00Z', 'il y a 1 minute', '1 minute ago'],
    ['2026-11-21T11:01:00Z', 'il y a 59 minutes', '59 minutes ago'],
    ['2026-11-21T11:00:00Z', 'il y a 1 heure', '1 hour ago'],
    ['2026-11-20T12:00:01Z', 'il y a 23 heures', '23 hours ago'],
    ['2026-11-20T12:00:00Z', 'il y a 1 jour', '1 day ago'],
    ['2026-10-21T12:00:00Z', 'il y a 31 jours', '31 days ago'],
    ['2025-11-25T12:00:00Z', 'le 25 nov. 2025', 'on 25 Nov 2025'],
  ])('%s', (moment, inFrench, inEnglish) => {
    expect(plain(french.relativeTime(moment, now))).toBe(inFrench);
    expect(plain(english.relativeTime(moment, now))).toBe(inEnglish);
  });
});

describe('days to come', () => {
  const now = '2026-11-21T22:30:00Z';

  it.each([
    ['2026-11-21T22:59:00Z', 'Aujourd’hui', 'Today'],
    ['2026-11-21T23:00:00Z', 'Demain', 'Tomorrow'],
    ['2026-11-24T23:00:00Z', 'Dans 4 jours', 'In 4 days'],
    ['2026-11-27T22:59:00Z', 'Dans 6 jours', 'In 6 days'],
    ['2026-12-04T23:00:00Z', 'Le 5 déc. 2026', 'On 5 Dec 2026'],
    ['2026-11-20T12:00:00Z', 'Le 20 nov. 2026', 'On 20 Nov 2026'],
  ])('%s', (moment, inFrench, inEnglish) => {
    expect(plain(french.comingDay(moment, now))).toBe(inFrench);
    expect(plain(english.comingDay(moment, now))).toBe(inEnglish);
  });

  it('counts calendar days over the change of the clocks', () => {
    expect(french.comingDay('2026-10-26T12:00:00Z', '2026-10-24T12:00:00Z')).toMatch(/^Après-demain$/);
  });

  it('names the day of a week and of a month', () => {
    expect([french.weekday('2026-11-24'), english.weekday('2026-11-24')]).toEqual(['mardi', 'Tuesday']);
    const of = (day: string) => [french.dayOfMonth(`2026-12-${day}`), english.dayOfMonth(`2026-12-${day}`)];
    expect(['01', '02', '03', '05', '11', '21', '22', '31'].map(of)).toEqual([
      ['1er', '1st'],
      ['2', '2nd'],
      ['3', '3rd'],
      ['5', '5th'],
      ['11', '11th'],
      ['21', '21st'],
      ['22', '22nd'],
      ['31', '31st'],
    ]);
  });

  it('knows the day of Paris', () => {
    expect([bankDay(now), bankDay('2026-11-21T23:00:00Z')]).toEqual(['2026-11-21', '2026-11-22']);
  });
});

it('keeps French marks and signs with their words', () => {
  expect(unbroken('Dossier « A » : prêt ! Bien ; et vous ?')).toBe(
    'Dossier «\u00a0A\u00a0»\u00a0: prêt\u00a0! Bien\u00a0; et vous\u00a0?',
  );
  expect(unbroken('De 50 à 100 €, à 5 % près')).toBe('De 50 à 100\u00a0€, à 5\u00a0% près');
  expect(unbroken('Your file: https://x.example/?a=1')).toBe('Your file: https://x.example/?a=1');
});
