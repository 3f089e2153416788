import { searchedRows } from '@bank/contracts/pagination';
import { type PaymentListQuery, paymentStatuses } from '@bank/contracts/payments';
import { beginningWith, containing } from '../../platform/database/search';

/** A statement that selects the ids and times of payments, with its values. */
export interface Finding {
  sql: string;
  values: unknown[];
}

type Status = PaymentListQuery['status'];

export const newestFirst = 'ORDER BY created_at DESC, id DESC';

/** All payments of a state. */
export const newest = (status: Status): Finding =>
  status === 'all'
    ? { sql: 'SELECT id, created_at FROM payments', values: [] }
    : { sql: 'SELECT id, created_at FROM payments WHERE status = ?', values: [status] };

/**
 * The payments of a state that match a text: by index those whose reference or recipient's account begins with it, and
 * among the `searchedRows` newest also those that contain it. Each part returns at most `searchedRows` + 1.
 */
export function foundBy(search: string, status: Status): Finding {
  // People copy an IBAN in groups of four.
  const account = search.replace(/\s/g, '');
  const states = [status === 'all' ? paymentStatuses : [status]];
  const beginning = (index: string, column: string, typed: string): Finding => ({
    sql: `(SELECT id, created_at FROM payments FORCE INDEX (${index})
      WHERE status IN (?) AND ${column} LIKE ? LIMIT ${searchedRows + 1})`,
    values: [...states, beginningWith(typed)],
  });
  const recent = newest(status);
  const anywhere = {
    sql: `(SELECT p.id, p.created_at
      FROM (${recent.sql} ${newestFirst} LIMIT ${searchedRows}) head JOIN payments p ON p.id = head.id
      WHERE p.reference LIKE ? OR p.recipient_account LIKE ?)`,
    values: [...recent.values, containing(search), containing(account)],
  };
  const all = [
    beginning('payments_named', 'reference', search),
    beginning('payments_to', 'recipient_account', account),
    anywhere,
  ];
  return {
    sql: all.map(({ sql }) => sql).join(' UNION '),
    values: all.flatMap(({ values }) => values),
  };
}
