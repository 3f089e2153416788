import type { Condition, Operand, RuleDefinition } from '@bank/contracts/rules';
import type {
  Comparison,
  Counter,
  Measure,
  NumberFact,
  RuleAction,
  RuleEvent,
  windowHours,
} from '@bank/contracts/rule-words';

type Hours = (typeof windowHours)[number];

const all = (...of: Condition[]): Condition => ({ test: 'all', of });
const any = (...of: Condition[]): Condition => ({ test: 'any', of });
const compare = (left: Operand, is: Comparison, right: Operand | number): Condition => ({
  test: 'compare',
  left,
  is,
  right: typeof right === 'number' ? { of: 'number', value: right } : right,
});
const fact = (name: NumberFact, times?: number): Operand => ({
  of: 'fact',
  fact: name,
  ...(times !== undefined && { times }),
});
const counter = (name: Counter, measure: Measure, hours?: Hours, times?: number): Operand => ({
  of: 'counter',
  counter: name,
  measure,
  ...(hours !== undefined && { hours }),
  ...(times !== undefined && { times }),
});

/** A payee whom the customer first paid less than an hour ago, or never. */
const newPayee = compare(counter('to_payee', 'age_hours'), 'below', 1);
const nextDoor = ['AD', 'AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'LU', 'MC', 'NL', 'PT'];

function rule(
  [frName, enName]: [string, string],
  [frReason, enReason]: [string, string],
  [events, action, weight]: [RuleEvent[], RuleAction, number],
  condition: Condition,
): RuleDefinition {
  const texts = { name: { fr: frName, en: enName }, reason: { fr: frReason, en: enReason } };
  return { ...texts, events, action, weight, condition, enabled: true };
}

/**
 * The rules that the demonstration has in force. Their thresholds lie above what people usually do in a day, and above what
 * somebody does who tries the bank out quickly and often from one place.
 */
export const firstRules: RuleDefinition[] = [
  rule(
    ['Nouveau bénéficiaire et gros montant', 'New payee and large amount'],
    [
      'Un montant élevé part vers un compte jamais payé.',
      'A large amount leaves for an account never paid before.',
    ],
    [['payment'], 'hold', 40],
    all(compare(fact('amount'), 'at_least', 5_000), newPayee),
  ),
  rule(
    ['Beaucoup de petits montants vers un compte', 'Many small amounts to one account'],
    [
      'De nombreux clients paient le même compte en un jour.',
      'Many customers pay the same account within a day.',
    ],
    [['transfer', 'payment'], 'allow', 30],
    all(
      compare(fact('amount'), 'at_most', 100),
      compare(counter('payers', 'count', 24), 'at_least', 20),
      // A payee with many payers over a long time is a merchant or a utility.
      compare(counter('payers', 'age_hours'), 'below', 168),
    ),
  ),
  rule(
    ['Juste sous la limite', 'Just under the limit'],
    ['Plusieurs montants restent juste sous une limite.', 'Several amounts stay just under a limit.'],
    [['payment'], 'challenge', 40],
    all(
      any(
        all(compare(fact('amount'), 'at_least', 900), compare(fact('amount'), 'below', 1_000)),
        all(compare(fact('amount'), 'at_least', 9_000), compare(fact('amount'), 'below', 10_000)),
      ),
      compare(counter('near_limit', 'count', 72), 'at_least', 3),
    ),
  ),
  rule(
    ['La nuit, depuis un nouvel appareil', 'At night, from a new device'],
    ['De l’argent part la nuit depuis un appareil inconnu.', 'Money leaves at night from an unknown device.'],
    [['transfer', 'payment'], 'challenge', 50],
    all(
      any(compare(fact('hour'), 'below', 6), compare(fact('hour'), 'at_least', 23)),
      compare(counter('device', 'age_hours'), 'below', 24),
      compare(counter('sign_ins', 'age_hours'), 'at_least', 720),
      compare(fact('amount'), 'at_least', 500),
    ),
  ),
  rule(
    ['Le salaire arrive, puis part', 'Salary in, then out'],
    [
      'L’argent reçu d’une autre banque repart presque entier.',
      'Money from another bank leaves almost whole.',
    ],
    [['payment'], 'challenge', 40],
    all(
      compare(fact('credited'), 'at_least', 1_500),
      compare(fact('amount'), 'at_least', fact('credited', 0.9)),
      newPayee,
    ),
  ),
  rule(
    ['Compte de passage', 'Mule account'],
    [
      'L’argent de plusieurs personnes repart dans l’heure.',
      'Money of several people leaves within the hour.',
    ],
    [['transfer', 'payment'], 'hold', 80],
    all(
      compare(fact('received_hour'), 'at_least', 2_000),
      compare(fact('senders_hour'), 'at_least', 3),
      compare(fact('amount'), 'at_least', fact('received_hour', 0.25)),
      compare(fact('relation_days'), 'below', 90),
      // A person who collects a shared rent also has several payers, and pays a landlord who is known.
      newPayee,
    ),
  ),
  rule(
    ['Essais de carte', 'Card testing'],
    ['De nombreux petits paiements en ligne en une heure.', 'Many small online payments within an hour.'],
    [['card'], 'hold', 70],
    all(
      { test: 'flag', fact: 'online', is: true },
      compare(fact('amount'), 'at_most', 5),
      compare(counter('small_online', 'count', 1), 'at_least', 10),
    ),
  ),
  rule(
    ['Voyage impossible', 'Impossible travel'],
    [
      'La carte a servi dans un autre pays il y a moins d’une heure.',
      'The card was used in another country within the hour.',
    ],
    [['card'], 'hold', 70],
    all(
      { test: 'flag', fact: 'online', is: false },
      { test: 'listed', fact: 'country', is: false, values: nextDoor },
      compare(counter('place', 'elsewhere_hours'), 'below', 1),
      compare(fact('amount'), 'at_least', 300),
    ),
  ),
  rule(
    ['Compte endormi qui se réveille', 'Dormant account awake'],
    ['Le compte n’avait rien envoyé depuis six mois.', 'The account had sent nothing for six months.'],
    [['transfer', 'payment'], 'challenge', 50],
    all(
      compare(counter('sent', 'idle_hours'), 'at_least', 4_320),
      compare(fact('amount'), 'at_least', 500),
      newPayee,
    ),
  ),
  rule(
    ['Une pièce pour plusieurs identités', 'Many identities on one document'],
    ['La même pièce sert à plusieurs clients.', 'Several customers send the same document.'],
    [['identity'], 'allow', 60],
    compare(counter('document', 'count', 720), 'at_least', 3),
  ),
  rule(
    ['Téléphone changé, puis paiement', 'Changed phone, then a payment'],
    ['Le téléphone a changé il y a moins d’un jour.', 'The telephone changed less than a day ago.'],
    [['payment'], 'hold', 60],
    all(
      compare(counter('phone_changes', 'idle_hours'), 'below', 24),
      compare(fact('amount'), 'at_least', 1_000),
      newPayee,
    ),
  ),
  rule(
    ['Nom de la liste des sanctions', 'Name on the sanctions list'],
    ['Le nom du bénéficiaire ressemble à un nom de la liste.', 'The payee’s name is like one on the list.'],
    [['payment'], 'hold', 100],
    compare(fact('sanctions'), 'at_least', 1),
  ),
];

/** One that is not in force yet (the bank and the world, section 7). */
export const draftRule: RuleDefinition = rule(
  ['Beaucoup de connexions d’une adresse', 'Many sign-ins from one address'],
  ['Une même adresse ouvre beaucoup de sessions.', 'One address opens many sessions.'],
  [['sign_in'], 'allow', 20],
  compare(counter('address', 'count', 1), 'at_least', 300),
);
