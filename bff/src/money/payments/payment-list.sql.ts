import { searchedRows } from '@bank/contracts/pagination';
import {
  type PaymentListQuery,
  paymentStatuses,
  riskThresholds,
  statusOfStage,
} from '@bank/contracts/payments';
import { searchedAccount, searchedReference } from '@bank/contracts/typed-search';
import { beginningWith, containing } from '../../platform/database/search';

/** A statement that selects the ids and times of payments, with its values. */
export interface Finding {
  sql: string;
  values: unknown[];
}

/** The status and the stage of payments to list. */
export type PaymentFilter = Pick<PaymentListQuery, 'status' | 'stage'>;

const newestFirst = 'ORDER BY created_at DESC, id DESC';
const oldestFirst = 'ORDER BY created_at, id';

/** The order by age, which an index holds both ways; of the other orders the newest are the candidates. */
export const byAge = (sort: PaymentListQuery['sort']): string =>
  sort === 'oldest' ? oldestFirst : newestFirst;

/** FROM and WHERE of all payments of a status and a stage. */
export function payments({ status, stage }: PaymentFilter): { from: string; values: unknown[] } {
  if (stage === 'all') {
    return status === 'all'
      ? { from: 'payments', values: [] }
      : { from: 'payments WHERE status = ?', values: [status] };
  }
  if (stage === 'in_doubt') {
    const ofStatus =
      status === 'all' ? { sql: '', values: [] } : { sql: ' AND status = ?', values: [status] };
    const from = `payments FORCE INDEX (payments_in_doubt) WHERE in_doubt_since IS NOT NULL${ofStatus.sql}`;
    return { from, values: ofStatus.values };
  }
  // Each stage has one status: of another one there is nothing to look through.
  const isNone = status !== 'all' && status !== statusOfStage[stage];
  const from = `payments FORCE INDEX (payments_staged_list) WHERE stage = ?${isNone ? ' AND FALSE' : ''}`;
  return { from, values: [stage] };
}

/** The ids and times of all payments of a status and a stage. */
export function listed(filter: PaymentFilter): Finding {
  const { from, values } = payments(filter);
  return { sql: `SELECT id, created_at FROM ${from}`, values };
}

/**
 * The payments of a state that match a text: by index those whose reference or recipient's account begins with it, and
 * among the `searchedRows` newest also those that contain it. Each part returns at most `searchedRows` + 1.
 */
export function foundBy(search: string, filter: PaymentFilter): Finding {
  const [reference, account] = [searchedReference(search), searchedAccount(search)];
  const { status, stage } = filter;
  const states = [status === 'all' ? paymentStatuses : [status]];
  const ofStage = stageCondition(stage);
  const beginning = (index: string, column: string, typed: string): Finding => ({
    sql: `(SELECT id, created_at FROM payments FORCE INDEX (${index})
      WHERE status IN (?) AND ${column} LIKE ? ${ofStage.sql} LIMIT ${searchedRows + 1})`,
    values: [...states, beginningWith(typed), ...ofStage.values],
  });
  const recent = listed(filter);
  const anywhere = {
    sql: `(SELECT p.id, p.created_at
      FROM (${recent.sql} ${newestFirst} LIMIT ${searchedRows}) head JOIN payments p ON p.id = head.id
      WHERE p.reference LIKE ? OR p.recipient_account LIKE ?)`,
    values: [...recent.values, containing(reference), containing(account)],
  };
  const all = [
    beginning('payments_named', 'reference', reference),
    beginning('payments_to', 'recipient_account', account),
    anywhere,
  ];
  return {
    sql: all.map(({ sql }) => sql).join(' UNION '),
    values: all.flatMap(({ values }) => values),
  };
}

/** The filters of a list beside its status and stage, and its order. */
export type FurtherFilters = Pick<PaymentListQuery, 'risk' | 'sort'> & {
  /** The ids to keep. */
  held?: Finding | undefined;
};

export const isFiltered = ({ risk, sort, held }: FurtherFilters): boolean =>
  risk !== 'all' || sort === 'risk' || sort === 'amount' || held !== undefined;

const inCents = (euros: number) => euros * 100;
/** Cents of euros above which a level begins, and up to which it goes. */
const bounds = {
  all: [-1, Number.MAX_SAFE_INTEGER],
  low: [-1, inCents(riskThresholds.medium)],
  medium: [inCents(riskThresholds.medium), inCents(riskThresholds.high)],
  high: [inCents(riskThresholds.high), Number.MAX_SAFE_INTEGER],
} as const satisfies Record<FurtherFilters['risk'], readonly [number, number]>;

const orders = {
  newest: newestFirst,
  oldest: oldestFirst,
  risk: 'ORDER BY risk_score DESC, created_at DESC, id DESC',
  amount: 'ORDER BY COALESCE(worth, amount) DESC, created_at DESC, id DESC',
} as const satisfies Record<FurtherFilters['sort'], string>;

/** Those of some payments that pass the further filters; `candidates` are bounded in number. */
export function filtered(
  candidates: Finding,
  { risk, sort, held }: FurtherFilters,
): Finding & { order: string } {
  const [above, upTo] = bounds[risk];
  return {
    sql: `SELECT p.id, p.created_at, p.risk_score, p.worth, p.amount
      FROM (${candidates.sql}) candidates JOIN payments p ON p.id = candidates.id
      WHERE COALESCE(p.worth, p.amount) > ? AND COALESCE(p.worth, p.amount) <= ?
        ${held ? `AND p.id IN (${held.sql})` : ''}`,
    values: [...candidates.values, above, upTo, ...(held?.values ?? [])],
    order: orders[sort],
  };
}

/** Those of some ids that have a status and a stage. */
export function heldAmong(held: Finding, { status, stage }: PaymentFilter): Finding {
  const ofStage = stageCondition(stage);
  return {
    sql: `SELECT p.id, p.created_at FROM (${held.sql}) held JOIN payments p ON p.id = held.id
      WHERE p.status IN (?) ${ofStage.sql}`,
    values: [...held.values, status === 'all' ? paymentStatuses : [status], ...ofStage.values],
  };
}

function stageCondition(stage: PaymentFilter['stage']): Finding {
  if (stage === 'all') return { sql: '', values: [] };
  if (stage === 'in_doubt') return { sql: 'AND in_doubt_since IS NOT NULL', values: [] };
  return { sql: 'AND stage = ?', values: [stage] };
}
