import type { RailMessage } from '@bank/contracts/rails/messages';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import type { Database, Sql } from '../database/database';
import type { MessageFile } from '../files/files';
import { type Payment, paymentsOf, paymentsOfMessage, queuedOfMessage, setState } from './payments';
import { settle, takeBack } from './settlement';

/** The bank's answer to a message of the world. */
export interface BankAnswer {
  /** Whether it took the message; otherwise it refused it for good. */
  taken: boolean;
  message?: RailMessage;
}

/** Books the bank's answer to a message: accepted payments are settled, refused ones are not. */
export async function applyAnswer(sql: Sql, sent: RailMessage, answer: BankAnswer, at: Date): Promise<void> {
  const report = answer.message?.type === 'pacs.002.001.10' ? answer.message : undefined;
  if (sent.type === 'pacs.008.001.08' || sent.type === 'pacs.003.001.08') {
    const payments = await paymentsOfMessage(sql, sent.messageId);
    await decide(sql, payments, answer.taken ? report : { ...refusal, ...report }, at);
  }
  if (sent.type === 'pacs.004.001.09') {
    const ids = sent.returns.map(({ originalTransactionId }) => originalTransactionId);
    const payments = await paymentsOf(sql, ['received'], ids);
    await decideReturns(sql, [...payments.values()], answer.taken ? report : { ...refusal, ...report }, at);
  }
}

const sliceSize = 1_000;

/** As `applyAnswer` for the payments of a file, a slice of them in each transaction. */
export async function applyFileAnswer(
  database: Database,
  file: MessageFile,
  { taken, message }: BankAnswer,
  at: Date,
): Promise<void> {
  if (file.kind !== 'credits') return;
  const report = message?.type === 'pacs.002.001.10' ? message : undefined;
  for (let undecided = sliceSize; undecided === sliceSize;) {
    undecided = await database.transaction(async (sql) => {
      const payments = await queuedOfMessage(sql, file.messageId, sliceSize);
      await decide(sql, payments, taken ? report : { ...refusal, ...report }, at);
      return payments.length;
    });
  }
}

/** A pacs.002 of the bank that comes by itself, about payments that it had left undecided. */
export async function applyReport(sql: Sql, report: StatusReport, at: Date): Promise<void> {
  const ids = report.statuses.map(({ transactionId }) => transactionId);
  const payments = await paymentsOf(sql, ['credit', 'collection'], ids);
  await decide(sql, [...payments.values()], report, at);
}

type Verdict = Pick<StatusReport, 'groupStatus' | 'groupReason' | 'statuses'>;
const refusal: Verdict = { groupStatus: 'RJCT', groupReason: { code: 'MS03' }, statuses: [] };

/** Without a report all is settled: the bank returns the payments that it cannot book later. */
function statusIn(report: Verdict | undefined, { transaction_id }: Payment) {
  const found = report?.statuses.find(({ transactionId }) => transactionId === transaction_id);
  const status = found?.status ?? report?.groupStatus ?? 'ACSC';
  return { status, reason: found?.reason?.code ?? report?.groupReason?.code };
}

async function decide(sql: Sql, payments: Payment[], report: Verdict | undefined, at: Date): Promise<void> {
  const settled: (Payment & { account_id: number })[] = [];
  for (const payment of payments.filter(({ state }) => state === 'queued' || state === 'pending')) {
    const { status, reason } = statusIn(report, payment);
    if (status === 'RJCT') await setState(sql, payment, 'rejected', { reason });
    else if (status === 'PDNG') await setState(sql, payment, 'pending');
    else if (payment.account_id !== null) settled.push({ ...payment, account_id: payment.account_id });
  }
  if (settled.length === 0) return;
  await settle(sql, settled, at);
  await sql.write(`UPDATE payments SET state = 'settled' WHERE id IN (?)`, [settled.map(({ id }) => id)]);
}

async function decideReturns(
  sql: Sql,
  payments: Payment[],
  report: Verdict | undefined,
  at: Date,
): Promise<void> {
  for (const payment of payments) {
    const { status } = statusIn(report, payment);
    // The bank refused the return: the money stays where it was settled.
    if (status === 'RJCT') await setState(sql, payment, 'settled');
    else if (payment.account_id !== null) {
      await takeBack(sql, { ...payment, account_id: payment.account_id }, at);
    }
  }
}
