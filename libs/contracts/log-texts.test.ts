import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { logSentence, type LogTextName, type LogValues } from './log-texts';

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_whole, name: string) => `<${name}> n° 1`);
const all = Object.entries(fr) as [LogTextName, string][];

describe('a text of the log', () => {
  it.each(all)('%s has the same placeholders in both languages, and is filled in both', (name, french) => {
    const english = en[name];
    expect(names(english)).toEqual(names(french));
    const values: LogValues = Object.fromEntries(names(french).map((each) => [each, `<${each}> n° 1`]));
    expect(logSentence(name, values, 'fr')).toBe(filled(french));
    expect(logSentence(name, values, 'en')).toBe(filled(english));
  });

  it('of a movement lists its legs', () => {
    const legs = [
      { sum: '-12,50 EUR', account: 1001 },
      { sum: '+12,50 EUR', account: 4 },
    ];
    expect(logSentence('movement.card', { reference: 'TR-1', legs }, 'fr')).toBe(
      'Paiement par carte TR-1 : -12,50 EUR sur le compte 1001, +12,50 EUR sur le compte 4',
    );
    expect(logSentence('movement.card', { reference: 'TR-1', legs }, 'en')).toBe(
      'Card payment TR-1: -12,50 EUR on account 1001, +12,50 EUR on account 4',
    );
  });

  it('keeps typed values unchanged, and fills every placeholder', () => {
    expect(logSentence('user.changed_why', { id: 7, reason: '{id}\n$& $1' }, 'en')).toBe(
      'User 7 changed. Reason: {id}\n$& $1',
    );
    expect(logSentence('user.changed_why', { id: 7 }, 'en')).toBe('User 7 changed. Reason: ');
  });

  it('of a newer server is shown by its name', () => {
    expect(logSentence('text.of_tomorrow', {}, 'fr')).toBe('text.of_tomorrow');
    expect(logSentence('toString', {}, 'en')).toBe('toString');
  });
});
