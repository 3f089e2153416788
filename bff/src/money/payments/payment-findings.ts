import type { SanctionsFinding } from '@bank/contracts/payments';
import type { BankCases } from '../../people/cases/bank-cases.service';
import { noListYet } from '../../people/screening/screening.service';
import type { AuditService } from '../../platform/audit/audit.service';
import { number, rowOf, text } from '../../platform/database/columns';
import { type Connection, type Transaction } from '../../platform/database/database';

const insert = `
  INSERT INTO payment_findings (payment_id, entry, name, likeness, countries, programs, found_at) VALUES`;
const ofPayment = `
  SELECT entry, name, likeness, countries, programs FROM payment_findings WHERE payment_id = ?
  ORDER BY likeness DESC, id`;
const findingRow = rowOf({
  entry: text,
  name: text,
  likeness: number.transform(Number),
  countries: text,
  programs: text,
});

/** The names on the sanctions list that resemble a payment's payee, best match first. */
export const findingsOf = (connection: Connection, paymentId: number): Promise<SanctionsFinding[]> =>
  connection.rows(findingRow, ofPayment, [paymentId]);

/** The cause of the case for a payment held for a doubt; deciding the payment ends the case. */
export const paymentCause = (id: number) => `payment:${id}`;

const holdReasons = {
  sanctions: {
    fr: 'Le nom du bénéficiaire ressemble à un nom de la liste de sanctions\u00a0: une personne décide.',
    en: 'The payee’s name is like one of the sanctions list: a person decides.',
  },
  unscreened: {
    fr: 'Le nom du bénéficiaire n’a encore été comparé à rien, car aucune liste de sanctions n’est arrivée\u00a0: une personne décide.',
    en: 'The payee’s name was not compared yet, since no sanctions list has come: a person decides.',
  },
  inactive: {
    fr: 'Le jour de ce paiement planifié est venu, mais le client est désactivé\u00a0: une personne décide.',
    en: 'The day of this planned payment has come, but the customer is deactivated: a person decides.',
  },
  level: {
    fr: 'Le jour de ce paiement planifié est venu, mais l’identité du client n’est plus vérifiée et sa limite ne le permet pas\u00a0: une personne décide.',
    en: 'The day of this planned payment has come, but the customer’s identity is not verified and their limit does not allow it: a person decides.',
  },
};

/** Why the payer of a planned payment may not send it alone on its day: they are deactivated, or above the limit of their level. */
export type PayerDoubt = 'inactive' | 'level';

/** What a case of a payee who was not compared goes on about, once a list has come. */
const comparedReasons = {
  found: {
    fr: 'Une liste de sanctions est arrivée\u00a0: le nom du bénéficiaire ressemble à un nom de cette liste.',
    en: 'A sanctions list has come: the payee’s name is like one of it.',
  },
  nothing: {
    fr: 'Une liste de sanctions est arrivée\u00a0: aucun nom de cette liste ne ressemble à celui du bénéficiaire.',
    en: 'A sanctions list has come: no name of it is like the payee’s.',
  },
};

/**
 * Opens the case of a payment whose payee is like a name of the sanctions list or was not compared for want of one, or, without
 * findings, whose payer gives rise to a doubt on its day.
 */
export async function openHold(
  tx: Transaction,
  cases: BankCases,
  payment: { id: number; ownerId: number; recipientName: string; amount: bigint; currency: string },
  findings: SanctionsFinding[],
  doubt?: PayerDoubt,
): Promise<void> {
  const { id, ownerId: userId, recipientName: label, amount, currency } = payment;
  await cases.open(tx, {
    kind: 'hold',
    topic: 'payment',
    userId,
    label,
    sum: { amount, currency },
    links: [{ type: 'payment', id, label }],
    cause: paymentCause(id),
    reopens: true,
    reason: holdReasons[holdReasonOf(findings, doubt)],
  });
}

function holdReasonOf(findings: SanctionsFinding[], doubt?: PayerDoubt): keyof typeof holdReasons {
  if (findings.length === 0 && doubt) return doubt;
  return findings.includes(noListYet) ? 'unscreened' : 'sanctions';
}

/** Notes in the case of a payment, if it waits for a decision, what the payee's name was found to be like once a list had come. */
export const noteCompared = (
  tx: Transaction,
  cases: BankCases,
  paymentId: number,
  findings: SanctionsFinding[],
): Promise<void> =>
  cases.note(tx, paymentCause(paymentId), comparedReasons[findings.length > 0 ? 'found' : 'nothing']);

/** Forgets a finding of a payment by its entry. */
export async function removeFinding(tx: Transaction, paymentId: number, entry: string): Promise<void> {
  await tx.write('DELETE FROM payment_findings WHERE payment_id = ? AND entry = ?', [paymentId, entry]);
}

/** Keeps findings of a payment that were not recorded before, with a line in the activity log for the likest. */
export async function recordFindings(
  tx: Transaction,
  audit: AuditService,
  { id: paymentId, reference, ownerId }: { id: number; reference: string; ownerId: number },
  findings: SanctionsFinding[],
  at: Date,
): Promise<void> {
  const [likest] = findings;
  if (!likest) return;
  await audit.record(tx, {
    action: 'payment.screened',
    type: 'warning',
    userId: null,
    requestId: null,
    ...(likest === noListYet && { text: 'payment.unscreened' }),
    values: { reference, entry: likest.entry, user: ownerId },
  });
  const rows = findings.map(({ entry, name, likeness, countries, programs }) => [
    paymentId,
    entry,
    name,
    likeness,
    countries,
    programs,
    at,
  ]);
  await tx.write(`${insert} ? ON DUPLICATE KEY UPDATE payment_id = payment_id`, [rows]);
}
