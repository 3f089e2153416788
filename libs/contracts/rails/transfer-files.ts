import { AnnouncedTotals } from './announced-totals';
import {
  type CreditTransfer,
  type CreditTransfers,
  readTransfer,
  readTransfersHeader,
  writeTransfer,
  writeTransfersHeader,
} from './credit-transfers';
import type { Money } from './parts';
import { writeElements, writeXml, type XmlElement, XmlError } from './xml';
import { type XmlPart, XmlPartReader, xmlParts } from './xml-parts';

/** Stands in the envelope where the credits go; no other element of a header has this name. */
const place = 'CdtTrfTxInf';

/**
 * A pacs.008.001.08 of any number of credits, in parts, with one batch of them in memory at a time.
 * @param totals of all credits, which the header has to name before them.
 */
export async function* transferFileParts(
  head: Omit<CreditTransfers, 'transfers'>,
  totals: { count: number; total: Money },
  batches: AsyncIterable<readonly CreditTransfer[]>,
): AsyncGenerator<string> {
  const envelope = writeXml(head.type, {
    FIToFICstmrCdtTrf: { GrpHdr: writeTransfersHeader(head, totals), [place]: '' },
  });
  const [before = '', after = ''] = envelope.split(writeElements({ [place]: '' }));
  yield before;
  for await (const transfers of batches) yield writeElements({ [place]: transfers.map(writeTransfer) });
  yield after;
}

const type = 'pacs.008.001.08';
const headerPath = 'FIToFICstmrCdtTrf/GrpHdr';
const creditPath = `FIToFICstmrCdtTrf/${place}`;

/** A credit of a file, or why it cannot be read. */
export interface FileCredit {
  /** The line of the file on which it begins. */
  line: number;
  /** Which credit of the file, from 1. */
  number: number;
  transfer?: CreditTransfer;
  fault?: string;
}

/**
 * Reads a pacs.008.001.08 of any size, holding a few credits at a time. When all were read, `totalsFault` shows whether
 * they are what the header announced.
 */
export class TransferFileReader {
  /** The header; undefined until it was read, which is before the first credit. */
  head: Omit<CreditTransfers, 'transfers'> | undefined;

  private totals: AnnouncedTotals | undefined;
  private count = 0;

  /**
   * The credits in the order of the file; a credit of which a field is missing has a `fault` in place of a transfer.
   * @throws XmlError for what is no pacs.008.001.08 with a header in front; what the stream throws.
   */
  async *read(content: AsyncIterable<Uint8Array>): AsyncGenerator<FileCredit[]> {
    const reader = new XmlPartReader([headerPath, creditPath]);
    for await (const parts of xmlParts(reader, content)) {
      if (reader.type !== type) throw new UnknownFileError(reader.type ?? '');
      const credits = parts.flatMap((part) => this.creditOf(part) ?? []);
      if (credits.length > 0) yield credits;
    }
    if (!this.head) throw new XmlError('the file has no header');
  }

  /**
   * The reason code for a header that does not match the credits (ISO 20022 external codes): AM18 their number, AM10 their
   * sum, AM03 another currency than that of the total. Undefined when it matches.
   */
  get totalsFault(): string | undefined {
    const fault = this.totals?.fault;
    if (fault === 'AM18') return fault;
    return this.totals?.isMixed ? 'AM03' : fault;
  }

  private creditOf({ path, element: content, line }: XmlPart): FileCredit | undefined {
    if (path === headerPath) {
      this.readHeader(content);
      return undefined;
    }
    if (!this.head) throw new XmlError('the file has no header in front');
    this.count += 1;
    const number = this.count;
    try {
      const transfer = readTransfer(content);
      this.totals?.add(transfer.amount);
      return { line, number, transfer };
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      this.totals?.add();
      return { line, number, fault: error.message };
    }
  }

  private readHeader(header: XmlElement): void {
    if (this.head) throw new XmlError('the file has two headers');
    this.head = readTransfersHeader(header);
    this.totals = new AnnouncedTotals(header, 'TtlIntrBkSttlmAmt');
  }
}

/** A file that is well-formed but of a type that is not taken. */
export class UnknownFileError extends XmlError {
  constructor(readonly fileType: string) {
    super(`files of type ${fileType} are not taken`);
  }
}
