import type { Leftover } from '../../platform/jobs/leftovers';
import { accountingMs } from '../../ports/messages/message-leftovers';

/** The oldest statements by their ids, since there is no index by age; one that is still compared stays. */
const ended = `
  SELECT id FROM (
    SELECT id, received_at FROM settlement_statements FORCE INDEX (PRIMARY) WHERE state = 'done' ORDER BY id LIMIT 1000) oldest
  WHERE received_at < ?`;

/** Accounting records, as the messages; a statement goes after its entries. */
export const statementLeftovers: Leftover[] = [
  {
    statement: `
      DELETE e FROM (
        SELECT statement_id, number FROM (${ended}) s
        STRAIGHT_JOIN settlement_statement_entries ON statement_id = s.id LIMIT ?) due
        JOIN settlement_statement_entries e ON e.statement_id = due.statement_id AND e.number = due.number`,
    keptFor: accountingMs,
  },
  {
    statement: `
      DELETE t FROM (
        SELECT s.id FROM (${ended}) s LEFT JOIN settlement_statement_entries e ON e.statement_id = s.id
        WHERE e.statement_id IS NULL LIMIT ?) due
        JOIN settlement_statements t ON t.id = due.id`,
    keptFor: accountingMs,
  },
];
