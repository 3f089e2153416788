import fc from 'fast-check';
import type { Language } from '@bank/contracts/language';
import { fold } from '../fold';
import keywordsEn from './keywords.en.json';
import keywordsFr from './keywords.fr.json';
import en from './replies.en.json';
import fr from './replies.fr.json';
import { type Topic, topicOf } from './replies';

const keywords = { fr: keywordsFr, en: keywordsEn };
const groups = [
  'greetings',
  'balance',
  'account',
  'cards',
  'transfers',
  'transactions',
  'payment',
  'kyc',
  'verification',
  'identity',
  'help',
  'problem',
  'bug',
  'security',
  'password',
  'login',
  'hours',
  'contact',
  'pricing',
  'menu',
  'navigation',
];

describe.each(['fr', 'en'] as const)('in %s', (language) => {
  const own = Object.entries(keywords[language]).flatMap(([topic, words]) =>
    words.map((word) => [word, topic]),
  );

  it('has every keyword group of the specification', () => {
    expect(Object.keys(keywords[language])).toEqual(groups);
  });

  it('has each keyword in a single group', () => {
    const folded = own.map(([word = '']) => fold(word));
    expect(folded.filter((word, at) => folded.indexOf(word) !== at)).toEqual([]);
  });

  it.each(own)('answers "%s" with %s, whatever the case and the punctuation', (word, topic) => {
    expect(topicOf(word, language)).toBe(topic);
    expect(topicOf(`  ${word.toUpperCase()} ?!`, language)).toBe(topic);
  });
});

const sentences: [Language, string, Topic][] = [
  ['fr', 'Bonjour !', 'greetings'],
  ['fr', 'je voudrais voir mon solde', 'balance'],
  ['fr', 'mon compte', 'account'],
  ['fr', 'quels sont les plafonds', 'cards'],
  ['fr', 'mes VIREMENTS internationaux', 'transfers'],
  ['fr', 'mes opérations du mois', 'transactions'],
  ['fr', 'un prélèvement inconnu', 'payment'],
  ['fr', 'le KYC, c’est quoi', 'kyc'],
  ['fr', 'quels justificatifs envoyer', 'verification'],
  ['fr', 'mon passeport suffit-il', 'identity'],
  ['fr', 'pouvez-vous m’aider', 'help'],
  ['fr', 'ça ne marche pas', 'problem'],
  ['fr', 'il y a un écran blanc', 'bug'],
  ['fr', 'je crois à une arnaque', 'security'],
  ['fr', 'mot de passe', 'password'],
  ['fr', 'je ne peux pas me connecter', 'login'],
  ['fr', 'vos horaires le dimanche', 'hours'],
  ['fr', 'parler à quelqu’un', 'contact'],
  ['fr', 'combien ça coûte', 'pricing'],
  ['fr', 'le menu', 'menu'],
  ['fr', 'la navigation', 'navigation'],
  ['fr', 'Comment gérer mes cartes ?', 'manageCards'],
  ['fr', 'Où trouver mon solde ?', 'whereToFind'],
  ['fr', 'Combien de temps prend un virement ?', 'howLong'],
  ['fr', 'j’aime les marguerites', 'fallback'],
  ['fr', 'on m’a volé mon portefeuille', 'cards'],
  ['fr', 'Quelqu’un m’a volé de l’argent !', 'security'],
  ['fr', 'je ne reconnais pas ce paiement', 'security'],
  ['fr', 'j’ai été débité deux fois', 'payment'],
  ['fr', 'mon compte est bloqué', 'login'],
  ['fr', 'comment fermer mon compte', 'contact'],
  ['en', 'Hi there', 'greetings'],
  ['en', 'what is my balance', 'balance'],
  ['en', 'tell me about the account', 'account'],
  ['en', 'my cards', 'cards'],
  ['en', 'make a transfer', 'transfers'],
  ['en', 'past transactions', 'transactions'],
  ['en', 'a refund please', 'payment'],
  ['en', 'what about KYC', 'kyc'],
  ['en', 'proof of address', 'verification'],
  ['en', 'is a passport enough', 'identity'],
  ['en', 'please help', 'help'],
  ['en', 'it is not working', 'problem'],
  ['en', 'I see a blank page', 'bug'],
  ['en', 'is this a scam', 'security'],
  ['en', 'forgot my password', 'password'],
  ['en', 'I cannot sign in', 'login'],
  ['en', 'opening hours', 'hours'],
  ['en', 'talk to someone', 'contact'],
  ['en', 'any fees', 'pricing'],
  ['en', 'menu please', 'menu'],
  ['en', 'navigation', 'navigation'],
  ['en', 'How do I manage my cards?', 'manageCards'],
  ['en', 'Where can I find my statements?', 'whereToFind'],
  ['en', 'How long does a transfer take?', 'howLong'],
  ['en', 'somebody stole my money', 'security'],
  ['en', 'I don’t recognise this payment', 'security'],
  ['en', 'I was charged twice', 'payment'],
  ['en', 'my account is locked', 'login'],
  ['en', 'close my account please', 'contact'],
  ['en', 'the weather in Lyon', 'fallback'],
];

it.each(sentences)('%s: %s → %s', (language, message, topic) => {
  expect(topicOf(message, language)).toBe(topic);
});

it('prefers the longest keyword', () => {
  expect(topicOf('le mot de passe de mon compte', 'fr')).toBe('password');
  expect(topicOf('ma carte d’identité', 'fr')).toBe('identity');
  expect(topicOf('ma carte', 'fr')).toBe('cards');
  expect(topicOf('the password of my account', 'en')).toBe('password');
});

it('ignores accents, and matches whole words only', () => {
  expect(topicOf('verification', 'fr')).toBe('verification');
  expect(topicOf('debloquer', 'fr')).toBe('cards');
  expect(topicOf('the history of his team', 'en')).toBe('transactions');
  expect(topicOf('this', 'en')).toBe('fallback');
  expect(topicOf('je suis heureux', 'fr')).toBe('fallback');
});

it('tries the other language when its own has no match', () => {
  expect(topicOf('password', 'fr')).toBe('password');
  expect(topicOf('mes virements', 'en')).toBe('transfers');
});

it.each([
  '',
  '   ',
  '\n\t',
  '?!…',
  '\u0000',
  '__proto__',
  'constructor',
  '(a+)+$',
  '*',
  '{{t}}',
  '🙂',
  '\ud800',
])('has no answer to %j', (text) => {
  expect(topicOf(text, 'fr')).toBe('fallback');
  expect(topicOf(text, 'en')).toBe('fallback');
});

it('replies to any input in bounded time', () => {
  const known = new Set(Object.keys(fr));
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('fr', 'en'),
      (text, language) => {
        expect(known).toContain(topicOf(text, language as Language));
      },
    ),
  );
  const started = performance.now();
  topicOf('carte '.repeat(20_000), 'fr');
  expect(performance.now() - started).toBeLessThan(1_000);
});

it('quotes the facts of the specification in both languages', () => {
  expect(Object.keys(en)).toEqual(Object.keys(fr));
  for (const replies of [fr, en]) {
    for (const fact of ['standardDay', 'premiumDay', 'businessDay'])
      expect(replies.cards).toContain(`{{${fact}}}`);
    for (const fact of ['internationalDays', 'kycHours', 'cardDays'])
      expect(replies.howLong).toContain(`{{${fact}}}`);
    for (const fact of ['phoneFrom', 'phoneTo']) expect(replies.hours).toContain(`{{${fact}}}`);
    expect(replies.hours).toMatch(/24h\/24 et 7j\/7|24\/7/);
  }
});
