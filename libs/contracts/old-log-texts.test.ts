import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { oldLogText } from './old-log-texts';

const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_whole, name: string) => `<${name}> n° 1`);

describe('an old sentence of the log', () => {
  it.each(Object.entries(fr).filter(([name]) => !name.startsWith('movement.')))(
    '%s is translated with its values',
    (name, french) => {
      expect(oldLogText(filled(french), 'en')).toBe(filled(en[name as keyof typeof en]));
    },
  );

  it('is unchanged in French', () => {
    expect(oldLogText('Connexion.', 'fr')).toBe('Connexion.');
  });

  it('of a movement is translated with its legs', () => {
    const message = 'Paiement par carte TR-1 : -12,50 EUR sur le compte 1001, +12,50 EUR sur le compte 4';
    expect(oldLogText(message, 'en')).toBe(
      'Card payment TR-1: -12,50 EUR on account 1001, +12,50 EUR on account 4',
    );
  });

  it('stays unchanged when it is unknown, and keeps typed values', () => {
    expect(oldLogText('Une phrase d’avant.', 'en')).toBe('Une phrase d’avant.');
    expect(oldLogText('Utilisateur 7 modifié. Motif : Connexion.\n$& $1', 'en')).toBe(
      'User 7 changed. Reason: Connexion.\n$& $1',
    );
  });
});
