import { Injectable } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import { flowBounds, type FlowNode, type MoneyFlow, type MoneyFlowQuery } from '@bank/contracts/money-flow';
import { movementText } from '@bank/contracts/movements';
import { idRow } from '../../platform/database/columns';
import { type Connection, Database } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { dayMs } from '../../platform/time/durations';
import * as sql from './money-flow.sql';

const windowMs = flowBounds.days * dayMs;

type Direction = 'back' | 'on';

interface Walk {
  entries: Map<number, sql.FlowEntry & { step: number }>;
  links: MoneyFlow['links'];
  cut: boolean;
}

/**
 * Follows money from entry to entry: through a transfer to its other side, and through a customer's account to what left it
 * next, until what came in is used up. The bank's own accounts mix everybody's money: there it ends.
 */
@Injectable()
export class MoneyFlowService {
  constructor(private readonly database: Database) {}

  /**
   * The entries before and after a start, within `flowBounds`, read as of one moment.
   * @throws ApiException NOT_FOUND for what moved no money yet.
   */
  async follow({ from, id }: MoneyFlowQuery, language: Language): Promise<MoneyFlow> {
    return this.database.snapshot(async (tx) => {
      const isPayment = from === 'payment' || (from === 'transaction' && id % 2 === 1);
      const rowId = from === 'transaction' ? Math.floor(id / 2) : id;
      const start = await tx.row(idRow, sql.selectStart[isPayment ? 'payment' : from], [rowId]);
      if (!start) throw new ApiException('NOT_FOUND');
      const walk: Walk = { entries: new Map(), links: [], cut: false };
      const first = await this.visit(tx, walk, [start.id], 0);
      for (const direction of ['back', 'on'] as const) {
        let heads = first;
        for (let step = 1; heads.length > 0 && step <= flowBounds[direction]; step += 1) {
          heads = await this.advance(tx, walk, heads, direction, step);
        }
        walk.cut ||= heads.some((head) => piece(head, direction) !== null);
      }
      return toFlow(walk, language);
    });
  }

  /** Reads the entries next to some, and returns those that were not seen before. */
  private async advance(
    tx: Connection,
    walk: Walk,
    heads: sql.FlowEntry[],
    direction: Direction,
    step: number,
  ): Promise<sql.FlowEntry[]> {
    const pieces = heads.map((head) => piece(head, direction)).filter((each) => each !== null);
    if (pieces.length === 0) return [];
    const statement = pieces.map(([text]) => text).join(' UNION ALL ');
    const found = await tx.rows(
      sql.neighbourRow,
      statement,
      pieces.flatMap(([, values]) => values),
    );
    const next = heads.flatMap((head) =>
      this.used(
        walk,
        head,
        found.filter(({ origin }) => origin === head.id),
      ),
    );
    const fresh = [...new Set(next.map(({ id }) => id))].filter((id) => !walk.entries.has(id));
    if (fresh.length > flowBounds.step) walk.cut = true;
    const kept = fresh.slice(0, flowBounds.step);
    const seen = await this.visit(tx, walk, kept, direction === 'on' ? step : -step);
    for (const { origin, id } of next) {
      if (walk.entries.has(id))
        walk.links.push(direction === 'on' ? { from: origin, to: id } : { from: id, to: origin });
    }
    return seen;
  }

  /** The entries that an entry's amount went into or came from, nearest first. */
  private used(walk: Walk, head: sql.FlowEntry, found: sql.Neighbour[]): sql.Neighbour[] {
    if (found.length > flowBounds.breadth) walk.cut = true;
    let left = head.amount < 0n ? -head.amount : head.amount;
    return found.slice(0, flowBounds.breadth).filter(({ amount }) => {
      const isNeeded = left > 0n;
      left -= amount < 0n ? -amount : amount;
      return isNeeded;
    });
  }

  private async visit(tx: Connection, walk: Walk, ids: number[], step: number): Promise<sql.FlowEntry[]> {
    if (ids.length === 0) return [];
    const rows = await tx.rows(sql.entryRow, sql.selectEntries, [ids]);
    for (const row of rows) walk.entries.set(row.id, { ...row, step });
    return rows;
  }
}

/** The statement that finds an entry's neighbours, with its values; null where money is followed no further. */
function piece(entry: sql.FlowEntry, direction: Direction): [string, unknown[]] | null {
  const { id, transferId, accountId, at, amount, accountKind } = entry;
  const isThroughTransfer = amount < 0n === (direction === 'on');
  if (isThroughTransfer) return [sql.neighbours[`${direction}_transfer`], [id, transferId]];
  if (accountKind !== 'customer') return null;
  const end = new Date(at.getTime() + (direction === 'on' ? windowMs : -windowMs));
  return [sql.neighbours[`${direction}_account`], [id, accountId, at, id, end]];
}

function toFlow({ entries, links, cut }: Walk, language: Language): MoneyFlow {
  const nodes = [...entries.values()].map((entry): FlowNode => ({
    id: entry.id,
    step: entry.step,
    at: entry.at.toISOString(),
    amount: toDecimal(entry.amount, entry.currency),
    currency: entry.currency,
    reference: entry.reference,
    kind: entry.kind,
    description: movementText(entry.description, language),
    account: {
      kind: entry.accountKind,
      user_id: entry.userId,
      holder: entry.holder,
      number: entry.iban,
    },
  }));
  nodes.sort(
    (left, right) => left.step - right.step || left.at.localeCompare(right.at) || left.id - right.id,
  );
  const unique = new Map(links.map((link) => [`${link.from} ${link.to}`, link]));
  return { nodes, links: [...unique.values()], cut };
}
