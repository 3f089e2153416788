import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { logText } from './log-texts';

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_whole, name: string) => `<${name}> n° 1`);

describe('a sentence of the log', () => {
  it.each(Object.entries(fr).filter(([name]) => !name.startsWith('movement.')))(
    '%s is said in English with all that it tells',
    (name, french) => {
      const english = en[name as keyof typeof en];
      expect(names(english)).toEqual(names(french));
      expect(logText(filled(french), 'en')).toBe(filled(english));
    },
  );

  it('is as it was written in French', () => {
    expect(logText('Connexion.', 'fr')).toBe('Connexion.');
  });

  it('of a movement tells both sides', () => {
    const message = 'Paiement par carte TR-1 : -12,50 EUR sur le compte 1001, +12,50 EUR sur le compte 4';
    expect(logText(message, 'en')).toBe(
      'Card payment TR-1: -12,50 EUR on account 1001, +12,50 EUR on account 4',
    );
  });

  it('stays when it is not known, and keeps what people typed', () => {
    expect(logText('Une phrase d’avant.', 'en')).toBe('Une phrase d’avant.');
    expect(logText('Utilisateur 7 modifié. Motif : Connexion.\n$& $1', 'en')).toBe(
      'User 7 changed. Reason: Connexion.\n$& $1',
    );
  });
});
