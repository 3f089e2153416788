import { approvalActions, approvalMethods } from './call-approvals';
import { caseKinds, caseTopics } from './case-topics';
import { directDebitModes } from './direct-debits';
import { incidentSeverities, incidentStates } from './incidents';
import incidentTexts from './locales/incidents.fr.json';
import words from './locales/log-words.fr.json';
import en from './locales/log.en.json';
import fr from './locales/log.fr.json';
import { logSentence, type LogTextName, type LogValues } from './log-texts';
import { partnerModes } from './partner-applications';
import { ruleEvents } from './rule-words';
import { ticketCategories, ticketPriorities } from './support';
import { viewPages } from './views';
import { workKinds } from './work';

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

  it.each([
    [0, 'déposé (0 document).', 'submitted (0 documents).'],
    [1, 'déposé (1 document).', 'submitted (1 document).'],
    ['1', 'déposé (1 document).', 'submitted (1 document).'],
    [2, 'déposé (2 documents).', 'submitted (2 documents).'],
  ])('counts %s in the right form', (count, french, english) => {
    expect(logSentence('kyc.submitted', { id: 7, count }, 'fr')).toMatch(french);
    expect(logSentence('kyc.submitted', { id: 7, count }, 'en')).toMatch(english);
  });

  it('of a movement lists its legs', () => {
    const legs = [
      { sum: '-12,50 EUR', account: 1001 },
      { sum: '+12,50 EUR', account: 4 },
    ];
    expect(logSentence('movement.card', { reference: 'TR-1', legs }, 'fr')).toBe(
      'Paiement par carte TR-1 : \u221212,50\u00a0EUR sur le compte 1001, +12,50\u00a0EUR sur le compte 4',
    );
    expect(logSentence('movement.card', { reference: 'TR-1', legs }, 'en')).toBe(
      'Card payment TR-1: \u221212.50\u00a0EUR on account 1001, +12.50\u00a0EUR on account 4',
    );
  });

  it('keeps typed values unchanged, and fills every placeholder', () => {
    expect(logSentence('user.changed_why', { id: 7, reason: '{id}\n$& $1' }, 'en')).toBe(
      'User 7 changed. Reason: {id}\n$& $1',
    );
    expect(logSentence('user.changed_why', { id: 7 }, 'en')).toBe('User 7 changed. Reason: ');
  });

  it.each([
    [
      'case.opened',
      { reference: 'DO-1', kind: 'dispute', topic: 'wrong_amount' },
      /DO-1 .*contestation, montant inexact/,
      /DO-1 .*dispute, wrong amount/,
    ],
    ['rates.taken', { day: '2026-11-20', source: 'BCE' }, /20 nov\. 2026 .* BCE$/, /20 Nov 2026 .* BCE$/],
    [
      'rates.taken',
      { day: '2026-11-20', source: 'European Central Bank' },
      /la Banque centrale européenne$/,
      /the European Central Bank$/,
    ],
    ['payment.created', { reference: 'PAY-1', score: 3.2 }, /3,2\/10/, /3\.2\/10/],
    [
      'debit.refused',
      { id: 7, day: '2026-11-21', reason: 'CARD_BLOCKED' },
      /21 nov\. 2026.*carte bloquée/,
      /21 Nov 2026.*card blocked/,
    ],
    [
      'card.written',
      { reference: 'WR-1', card: '1', tracks: 'track1, track2' },
      /piste 1, piste 2/,
      /track 1, track 2/,
    ],
    [
      'debit.refused',
      { id: 7, day: '2026-11-21', reason: 'USER_INACTIVE' },
      /client inactif/,
      /customer inactive/,
    ],
    [
      'standing_order.skipped',
      { id: 7, day: '2026-11-21', reason: 'HELD_FOR_REVIEW' },
      /retenue pour vérification/,
      /held for review/,
    ],
    [
      'standing_order.skipped',
      { id: 7, day: '2026-11-21', reason: 'BLOCKED_BY_RULE' },
      /arrêtée par une règle/,
      /stopped by a rule/,
    ],
    ['job.failed', { job: 'weekly-fee' }, /Frais hebdomadaires/, /Weekly fee/],
  ] as const)('%s has its values in the reader’s words', (name, values, french, english) => {
    expect(logSentence(name, values, 'fr')).toMatch(french);
    expect(logSentence(name, values, 'en')).toMatch(english);
  });

  it('has a word for every name that its values can have', () => {
    const named: [string, readonly string[]][] = [
      ['approval.action', approvalActions],
      ['approval.method', approvalMethods],
      ['case.kind', caseKinds],
      ['case.topic', caseTopics],
      ['direct_debit.mode', directDebitModes],
      ['incident.kind', Object.keys(incidentTexts).filter((kind) => !/^(other$|public\.)/.test(kind))],
      ['incident.severity', incidentSeverities],
      ['incident.state', incidentStates],
      ['partner.mode', partnerModes],
      ['rules.kind', ruleEvents],
      ['ticket.category', ticketCategories],
      ['ticket.priority', ticketPriorities],
      ['view.page', viewPages],
      ['work.kind', workKinds],
    ];
    const missing = named.flatMap(([of, values]) => values.map((value) => `${of}.${value}`));
    expect(missing.filter((key) => !Object.hasOwn(words, key))).toEqual([]);
  });

  it('of a newer server is shown by its name', () => {
    expect(logSentence('text.of_tomorrow', {}, 'fr')).toBe('text.of_tomorrow');
    expect(logSentence('toString', {}, 'en')).toBe('toString');
  });
});
