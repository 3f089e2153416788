import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isOffered } from '@bank/contracts/currencies';
import { type StatementHead, StatementReader } from '@bank/contracts/rails/camt053-reader';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import type { KeptFile } from '../../platform/documents/document-storage.service';
import { Clock } from '../../platform/time/clock.service';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';
import { largestOf } from '../ledger/named-amount';
import { type ExaminedFile, PaymentRail, type ReceivedFile } from '../../ports/payment-rail/payment-rail';

/** FF01: an invalid format, or a statement of something else than one day of a settlement account. */
const invalid = 'FF01';

const insertStatement = `
  INSERT INTO settlement_statements (message_id, currency, day, file, digest, created_at, ends_at, opening, closing, net, entries,
    received_at) VALUES (?)`;

/** Statements of the settlement accounts, as they arrive. */
@Injectable()
export class StatementIntakeService implements OnModuleInit {
  constructor(
    private readonly rail: PaymentRail,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.rail.listen({ statement: (file) => this.examine(file) });
  }

  /** @throws XmlError for what is no statement. */
  private async examine({ open }: ReceivedFile): Promise<ExaminedFile> {
    const reader = new StatementReader();
    let [entries, net, turnover] = [0, 0n, 0n];
    for await (const more of reader.read(await open())) {
      entries += more.length;
      for (const { amount } of more) {
        net += amount;
        turnover += amount < 0n ? -amount : amount;
      }
    }
    const { head } = reader;
    const most = largestOf(head.currency);
    // No sum of some of the entries is beyond that of all of them without their signs.
    const sums = [head.opening, head.closing, head.opening + net, turnover];
    const isPlausible = sums.every((sum) => sum <= most && sum >= -most);
    const isValid = isPlausible && isOfOneDay(head) && isOffered(head.currency);
    return {
      messageId: head.messageId,
      ...(!isValid && { fault: invalid }),
      accept: (tx, kept) => this.store(tx, kept, { ...head, entries, net }),
    };
  }

  private async store(
    tx: Transaction,
    { file, sha256 }: KeptFile,
    statement: StatementHead & { entries: number; net: bigint },
  ): Promise<void> {
    const { messageId, currency, createdAt, to, opening, closing, net, entries } = statement;
    const day = parisDay(statement.from);
    const endsAt = createdAt < to ? createdAt : to;
    await tx.write(insertStatement, [
      [
        messageId,
        currency,
        day,
        file,
        sha256,
        createdAt,
        endsAt,
        opening,
        closing,
        net,
        entries,
        this.clock.now(),
      ],
    ]);
    const values = { day, currency, id: messageId, count: entries };
    await this.audit.record(tx, { action: 'statement.received', type: 'info', values });
  }
}

const isOfOneDay = ({ from, to }: StatementHead): boolean =>
  endOfParisDay(parisDay(from)).getTime() === to.getTime();
