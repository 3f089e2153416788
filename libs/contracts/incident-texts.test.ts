import { incidentText } from './incident-texts';
import fr from './locales/incidents.fr.json';

const ofStatements = Object.keys(fr).filter((kind) => kind.startsWith('reconciliation_'));

it.each(ofStatements)('%s fits the statements of the correspondent bank as well', (kind) => {
  const names = {
    fr: ['chambre de compensation', 'banque correspondante'],
    en: ['clearing house', 'correspondent bank'],
  };
  for (const language of ['fr', 'en'] as const) {
    const text = incidentText(kind, language);
    const [house = '', correspondent = ''] = names[language];
    expect([kind, text.includes(house)]).toEqual([kind, text.includes(correspondent)]);
  }
});
