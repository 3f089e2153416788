import { addDays } from '@bank/contracts/days';
import { flag, minor, moment, rowOf, whole } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { dayMs, hourMs } from '../../platform/time/durations';
import { approvedSince, isApproved } from '../../people/users/validity';

/**
 * Facts for the risk score, in one statement over the indexes of the payments: those of the account in euros, and those in
 * other currencies, which count in its limits.
 */
const riskFacts = `
  SELECT a.created_at AS openedAt,
    EXISTS (SELECT 1 FROM payments k WHERE k.account_id = a.id AND k.recipient_account = ?
        AND k.recipient_bic <=> ? AND k.status = 'completed')
      OR EXISTS (SELECT 1 FROM payments k WHERE k.limit_account_id = a.id AND k.recipient_account = ?
        AND k.recipient_bic <=> ? AND k.status = 'completed') AS known,
    (SELECT COUNT(*) FROM payments r WHERE r.account_id = a.id AND r.created_at > ?)
      + (SELECT COUNT(*) FROM payments r WHERE r.limit_account_id = a.id AND r.created_at > ?) AS recent,
    (SELECT COALESCE(SUM(g.amount), 0) FROM payments g
      WHERE g.account_id = a.id AND g.recipient_account = ? AND g.decided_by = 'rules' AND (g.created_at > ? OR g.execution_day BETWEEN ? AND ?)
        AND g.status <> 'failed')
      + (SELECT COALESCE(SUM(g.worth), 0) FROM payments g
        WHERE g.limit_account_id = a.id AND g.recipient_account = ? AND g.decided_by = 'rules' AND (g.created_at > ? OR g.execution_day BETWEEN ? AND ?)
          AND g.status <> 'failed') AS letGo,
    COALESCE(${isApproved('u')}, 0) AS verified
  FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ?`;

export const factsRow = rowOf({
  openedAt: moment,
  known: flag,
  recent: whole,
  /** Payments to the recipient that the rules allowed in the last 24 hours, or that leave about the day of the order, in cents. */
  letGo: minor,
  verified: flag,
});

/** The statement that reads the facts of an order to an account, which leaves on a day: `bic` is null for an IBAN. */
export function factsOf(
  homeAccountId: number,
  { account, bic, leavesOn }: { account: string; bic: string | null; leavesOn: string },
  now: Date,
): Statement {
  const anHourAgo = new Date(now.getTime() - hourMs);
  const aDayAgo = new Date(now.getTime() - dayMs);
  const known = [account, bic, account, bic];
  const toRecipient = [account, aDayAgo, addDays(leavesOn, -1), addDays(leavesOn, 1)];
  const letGo = [...toRecipient, ...toRecipient];
  const values = [...known, anHourAgo, anHourAgo, ...letGo, approvedSince(now), homeAccountId];
  return [riskFacts, values];
}
