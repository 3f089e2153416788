import { logSentence, type LogValues } from '../../libs/contracts/log-texts';
import type { TestConnection } from './customers';

/** A line of the activity log; `message` is its sentence in French. */
export interface LogLine {
  action: string;
  type: string;
  message: string;
  text: string | null;
  values: LogValues;
  user_id: number | null;
  email: string | null;
  request_id: string | null;
}

/** The lines of the activity log that match a condition, in the order of writing. */
export async function logLines(
  database: Pick<TestConnection, 'rows'>,
  condition: string,
  values: unknown[] = [],
): Promise<LogLine[]> {
  const rows = (await database.rows(
    `SELECT action, type, message, text, params, user_id, email, request_id FROM audit_log
     WHERE ${condition} ORDER BY id`,
    values,
  )) as unknown as (Omit<LogLine, 'values'> & { params: string | null })[];
  return rows.map(({ params, ...line }) => {
    const facts = JSON.parse(params ?? '{}') as LogValues;
    const message = line.text === null ? line.message : logSentence(line.text, facts, 'fr');
    return { ...line, values: facts, message };
  });
}
