import { bankWords, paymentBackWords } from '@bank/contracts/movements';
import type { Transaction } from '../../platform/database/database';
import { feesOf, settlementOf, suspenseOf } from '../ledger/bank-accounts';
import type { HoldsService } from '../ledger/holds.service';
import type { LedgerService } from '../ledger/ledger.service';
import { legsBetween } from '../ledger/movement';
import { type LockedPayment, openAccount } from './locked-payment';

/**
 * Ends the holds of payments that are sent, and moves their amounts to the settlement accounts of their currencies and their
 * fees to the bank's income; returns the transfers of each payment.
 */
export async function postPayments(
  tx: Transaction,
  ledger: LedgerService,
  holds: HoldsService,
  payments: LockedPayment[],
): Promise<{ transfer_id: number | null; fee_transfer_id: number | null }[]> {
  const ids = payments.flatMap(({ accountId, currency, fee }) => [
    accountId,
    settlementOf(currency),
    ...(fee > 0n ? [feesOf(currency)] : []),
  ]);
  const locked = await ledger.lock(tx, ids);
  for (const { id } of payments) await holds.end(tx, locked, id, 'posted');
  const transferIds = (await ledger.appendAll(tx, locked, payments.flatMap(movementsOf))).values();
  const next = () => transferIds.next().value ?? null;
  return payments.map(({ fee }) => ({
    transfer_id: next(),
    fee_transfer_id: fee > 0n ? next() : null,
  }));
}

/** The payment, and its fee if it has one. */
function movementsOf({ accountId, amount, fee, currency, description, ownerId }: LockedPayment) {
  const by = { createdBy: ownerId, requestId: null };
  const legs = legsBetween(accountId, settlementOf(currency), amount);
  const feeLegs = legsBetween(accountId, feesOf(currency), fee);
  const paid = { kind: 'payment' as const, description, legs, ...by };
  const charged = { kind: 'fee' as const, description: bankWords.paymentFee, legs: feeLegs, ...by };
  return fee > 0n ? [paid, charged] : [paid];
}

/** The kind of the incident about money of a payment that came back to a closed account; its subject is the reference. */
export const suspendedPayment = 'payment_suspended';

/** The accounts that `postBack` locks. */
export const accountsOfBack = (
  { accountId, currency, feeTransferId }: LockedPayment,
  withFee: boolean,
): number[] => [
  accountId,
  suspenseOf(currency),
  settlementOf(currency),
  ...(withFee && feeTransferId !== null ? [feesOf(currency)] : []),
];

/**
 * Moves money of a sent payment back, and its fee with it where the payment was refused: to its account, or to the suspense
 * account when that is closed. Whether it is open is read again once it is locked: an end of the relation, which locks it too,
 * may have come between.
 */
export async function postBack(
  tx: Transaction,
  ledger: LedgerService,
  payment: LockedPayment,
  { amount, withFee }: { amount: bigint; withFee: boolean },
): Promise<void> {
  const { id, accountId, currency, fee, transferId, feeTransferId } = payment;
  if (transferId === null) throw new Error(`payment ${id} comes back without having been sent`);
  const description = paymentBackWords(payment.recipientName);
  const back = [{ from: settlementOf(currency), amount, description, reverses: transferId }];
  if (withFee && feeTransferId !== null) {
    const words = bankWords.paymentFee;
    back.push({ from: feesOf(currency), amount: fee, description: words, reverses: feeTransferId });
  }
  const suspense = suspenseOf(currency);
  const locked = await ledger.lock(tx, accountsOfBack(payment, withFee));
  payment.isOpen = await tx.exists(openAccount, [accountId]);
  const to = payment.isOpen ? accountId : suspense;
  const movements = back.map(({ from, amount: moved, description: words, reverses }) => ({
    kind: 'reversal' as const,
    description: words,
    legs: legsBetween(from, to, moved),
    createdBy: null,
    requestId: null,
    reverses,
  }));
  await ledger.appendAll(tx, locked, movements);
}
