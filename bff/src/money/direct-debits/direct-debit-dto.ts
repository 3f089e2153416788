import { z } from 'zod';
import { type DirectDebit, directDebitStatuses } from '@bank/contracts/direct-debits';
import type { Language } from '@bank/contracts/language';
import { debitStop } from '@bank/contracts/stops';
import { isoMoment, minor, moment, rowOf, text, whole } from '../../platform/database/columns';
import { parisDay } from '../../platform/time/paris-day';
import { namedAmount } from '../ledger/named-amount';
import { contestableUntil, refundableUntil } from './refund-period';

/** The columns of `listedDebit`. */
export const listedColumns = `d.id, d.mandate_id, d.creditor_id, d.creditor_name, d.mandate_reference, d.amount, d.currency,
  d.remittance AS description, DATE_FORMAT(d.due_on, '%Y-%m-%d') AS due_on, d.status, d.reason_code, d.held_until,
  d.booked_at AS bookedAt, d.changed_at AS changedAt`;

export const listedDebit = rowOf({
  id: whole,
  mandate_id: whole.nullable(),
  creditor_id: text,
  creditor_name: text,
  mandate_reference: text,
  amount: minor,
  currency: text,
  description: text.nullable(),
  due_on: text,
  status: z.enum(directDebitStatuses),
  reason_code: text.nullable(),
  held_until: isoMoment.nullable(),
  bookedAt: moment.nullable(),
  changedAt: isoMoment,
});
export type ListedDebit = z.output<typeof listedDebit>;

/** With why it is held or refused, in a language. */
export function toDirectDebitDto(
  { bookedAt, changedAt, amount, ...debit }: ListedDebit,
  language: Language,
): DirectDebit {
  const bookedOn = debit.status === 'booked' && bookedAt ? parisDay(bookedAt) : null;
  return {
    ...debit,
    amount: namedAmount(amount, debit.currency),
    booked_at: bookedAt?.toISOString() ?? null,
    refundable_until: bookedOn && refundableUntil(bookedOn),
    contestable_until: bookedOn && contestableUntil(bookedOn),
    why: debitStop({ ...debit, changed_at: changedAt }, language),
  };
}
