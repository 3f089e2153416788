import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type CreditFileSummary, creditFileListed } from '@bank/contracts/credit-files';
import { largestMinor } from '@bank/contracts/money';
import { decimalText } from '@bank/contracts/rails/parts';
import { type FileCredit, TransferFileReader, UnknownFileError } from '@bank/contracts/rails/transfer-files';
import { XmlError } from '@bank/contracts/rails/xml';
import { Database } from '../../platform/database/database';
import { refusalOf } from './credit-rules';
import { type CreditSlice, creditSlices, digestOf, totalInEuros, transfersOf } from './credit-slices';
import { accountsNamed } from './credited-accounts';

/** The content of a file of credits. */
export interface ReadCreditFile {
  messageId: string;
  sender: string;
  credits: number;
  /** Minor units, of the credits in euros. */
  total: bigint;
  /** The digest of each slice, in their order. */
  slices: Buffer[];
  /** Why the file is refused (ISO 20022); null for one that can be booked. */
  fault: string | null;
  summary: CreditFileSummary;
}

/** AM02 more than the bank can hold, FF01 an invalid format, DS0F an unknown type, AG03 instant payments, which no file has. */
const faults = { unreadable: 'FF01', unknown: 'DS0F', instant: 'AG03', amount: 'AM02' } as const;

/** Reads files of credits through once, holding one slice at a time. */
@Injectable()
export class CreditFileReader {
  constructor(private readonly database: Database) {}

  /**
   * Never throws for what a file contains: its faults are in the result.
   * @param foresee also compare every account with the bank's: what would go back is counted in the summary
   */
  async read(content: Readable, { foresee }: { foresee: boolean }): Promise<ReadCreditFile> {
    const reader = new TransferFileReader();
    const file = new FileContent();
    try {
      for await (const slice of creditSlices(reader, content)) {
        file.add(slice);
        if (foresee) await this.foresee(slice, file);
      }
      const fault = file.hasFaults ? faults.unreadable : reader.head?.instant ? faults.instant : null;
      return file.result(reader, fault ?? reader.totalsFault ?? null);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      file.note({ line: lineIn(error) }, error.message);
      return file.result(reader, error instanceof UnknownFileError ? faults.unknown : faults.unreadable);
    }
  }

  private async foresee(slice: CreditSlice, file: FileContent): Promise<void> {
    const transfers = transfersOf(slice);
    const accounts = await accountsNamed(this.database, transfers);
    for (const { line, number, transfer } of slice.credits) {
      const code = transfer && refusalOf(transfer, accounts.get(transfer.creditor.account), { inFile: true });
      if (code) file.expectReturn({ line, credit: number }, code);
    }
  }
}

type Place = Pick<CreditFileSummary['errors'][number], 'line' | 'credit'>;

/** The figures of a file while it is read. */
class FileContent {
  hasFaults = false;
  private credits = 0;
  private total = 0n;
  private readonly slices: Buffer[] = [];
  private readonly summary: CreditFileSummary = { first: [], errors: [], error_count: 0, returns: {} };

  add(slice: CreditSlice): void {
    const transfers = transfersOf(slice);
    this.slices.push(digestOf(transfers));
    this.credits += slice.credits.length;
    this.total += totalInEuros(transfers);
    for (const credit of slice.credits) this.examine(credit);
  }

  note(place: Place, message: string): void {
    this.hasFaults = true;
    this.error(place, message.slice(0, 200));
  }

  /** A credit that can be read, but will go back. */
  expectReturn(place: Place, code: string): void {
    this.summary.returns[code] = (this.summary.returns[code] ?? 0) + 1;
    this.error(place, code);
  }

  result({ head }: TransferFileReader, fault: string | null): ReadCreditFile {
    const { credits, total, slices, summary } = this;
    const named = { messageId: head?.messageId ?? '', sender: head?.sender ?? '' };
    const isTooLarge = total > largestMinor;
    const sums = { credits, total: isTooLarge ? largestMinor : total };
    return { ...named, ...sums, slices, fault: fault ?? (isTooLarge ? faults.amount : null), summary };
  }

  private examine({ line, number: credit, transfer, fault }: FileCredit): void {
    if (fault !== undefined) this.note({ line, credit }, fault);
    if (!transfer || this.summary.first.length >= creditFileListed) return;
    const { transactionId, amount, debtor, creditor, remittance } = transfer;
    this.summary.first.push({
      line,
      credit,
      transaction_id: transactionId,
      amount: decimalText(amount),
      currency: amount.currency,
      debtor: debtor.name,
      creditor: creditor.name,
      account: creditor.account,
      remittance: remittance ?? null,
    });
  }

  private error(place: Place, reason: string): void {
    this.summary.error_count += 1;
    if (this.summary.errors.length < creditFileListed) this.summary.errors.push({ ...place, reason });
  }
}

/** The line that the reader of XML names. */
const lineIn = ({ message }: Error): number =>
  Number(/\(line (\d+)\)/.exec(message)?.[1] ?? /(\d+):\d+/.exec(message)?.[1] ?? 1);
