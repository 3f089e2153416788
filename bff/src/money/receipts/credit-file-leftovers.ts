import type { Leftover } from '../../platform/jobs/leftovers';
import { accountingMs } from '../../ports/messages/message-leftovers';

/** The oldest files of credits by their ids, since there is no index by age; one that is being booked stays. */
const ended = `
  SELECT id FROM (
    SELECT id, COALESCE(finished_at, received_at) AS ended_at FROM credit_files FORCE INDEX (PRIMARY)
    WHERE state <> 'booking' ORDER BY id LIMIT 1000) oldest
  WHERE ended_at < ?`;

/** Accounting records, as the messages; a file goes after its slices. */
export const creditFileLeftovers: Leftover[] = [
  {
    statement: `
      DELETE s FROM (
        SELECT file_id, number FROM (${ended}) f STRAIGHT_JOIN credit_file_slices ON file_id = f.id LIMIT ?) due
        JOIN credit_file_slices s ON s.file_id = due.file_id AND s.number = due.number`,
    keptFor: accountingMs,
  },
  {
    statement: `
      DELETE c FROM (
        SELECT f.id FROM (${ended}) f LEFT JOIN credit_file_slices s ON s.file_id = f.id
        WHERE s.file_id IS NULL LIMIT ?) due
        JOIN credit_files c ON c.id = due.id`,
    keptFor: accountingMs,
  },
];
