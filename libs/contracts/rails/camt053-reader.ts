import { amountAt, messageIdAt, momentAt, required } from './parts';
import { elements, textAt, type XmlElement, XmlError } from './xml';
import { type XmlPart, XmlPartReader, xmlParts } from './xml-parts';

const type = 'camt.053.001.08';
const root = 'BkToCstmrStmt';
const paths = ['GrpHdr', 'Stmt/CreDtTm', 'Stmt/FrToDt', 'Stmt/Bal', 'Stmt/Ntry'].map(
  (each) => `${root}/${each}`,
);

/** A booked entry of a statement; negative for money that left the account. */
export interface StatementEntry {
  /** The id of the payment; the servicer's own reference where the payment has none. */
  transactionId: string;
  /** Minor units of the statement's currency. */
  amount: bigint;
}

/** The parts of a statement beside its entries; amounts in minor units. */
export interface StatementHead {
  messageId: string;
  createdAt: Date;
  /** The first moment of the period, and the first after it. */
  from: Date;
  to: Date;
  currency: string;
  opening: bigint;
  closing: bigint;
}

/**
 * Reads a camt.053.001.08 of one statement of any size, holding a few entries at a time; `head` is complete once all
 * entries were read.
 */
export class StatementReader {
  private statements = 0;
  private messageId: string | undefined;
  private createdAt: Date | undefined;
  private period: { from: Date; to: Date } | undefined;
  private readonly balances = new Map<string, { amount: bigint; currency: string }>();
  private readonly currencies = new Set<string>();

  /**
   * @throws XmlError for what is no camt.053.001.08, an id that cannot be one, several statements, or an entry without an amount;
   * what the stream throws.
   */
  async *read(content: AsyncIterable<Uint8Array>): AsyncGenerator<StatementEntry[]> {
    const reader = new XmlPartReader(paths);
    for await (const parts of xmlParts(reader, content)) {
      if (reader.type !== type) throw new XmlError(`this is no ${type}`);
      const entries = parts.flatMap((part) => this.take(part) ?? []);
      if (entries.length > 0) yield entries;
    }
  }

  /** @throws XmlError while something is missing, and for more than one currency. */
  get head(): StatementHead {
    const { messageId, createdAt, period } = this;
    const [opening, closing] = [this.balances.get('OPBD'), this.balances.get('CLBD')];
    const currency = [...this.currencies][0];
    if (!messageId || !createdAt || !period || !opening || !closing || currency === undefined) {
      throw new XmlError('the statement is not complete');
    }
    if (this.currencies.size > 1) throw new XmlError('the statement has several currencies');
    return { messageId, createdAt, ...period, currency, opening: opening.amount, closing: closing.amount };
  }

  private take({ path, element }: XmlPart): StatementEntry | undefined {
    switch (path.slice(root.length + 1)) {
      case 'GrpHdr':
        this.messageId = messageIdAt(element, 'MsgId');
        return undefined;
      case 'Stmt/CreDtTm':
        this.statements += 1;
        if (this.statements > 1) throw new XmlError('there are several statements');
        this.createdAt = momentAt(element, '#text');
        return undefined;
      case 'Stmt/FrToDt':
        this.period = { from: momentAt(element, 'FrDtTm'), to: momentAt(element, 'ToDtTm') };
        return undefined;
      case 'Stmt/Bal':
        this.balances.set(required(element, 'Tp', 'CdOrPrtry', 'Cd'), this.signed(element));
        return undefined;
      default:
        return this.entryOf(element);
    }
  }

  /** An entry of several payments cannot be held against payments; pending entries count for nothing. */
  private entryOf(entry: XmlElement): StatementEntry | undefined {
    if (textAt(entry, 'Sts', 'Cd') !== 'BOOK') return undefined;
    const details = elements(entry, 'NtryDtls').flatMap((each) => elements(each, 'TxDtls'));
    if (details.length > 1) throw new XmlError('an entry has several payments');
    const transactionId =
      textAt(details[0], 'Refs', 'TxId') ?? textAt(entry, 'AcctSvcrRef') ?? required(entry, 'NtryRef');
    if (transactionId.length > 35) throw new XmlError('a reference has more than 35 characters');
    return { transactionId, amount: this.signed(entry).amount };
  }

  private signed(element: XmlElement): { amount: bigint; currency: string } {
    const { minor, currency } = amountAt(element, 'Amt');
    this.currencies.add(currency);
    const direction = required(element, 'CdtDbtInd');
    if (direction !== 'CRDT' && direction !== 'DBIT') throw new XmlError('an amount has no direction');
    return { amount: direction === 'DBIT' ? -minor : minor, currency };
  }
}
