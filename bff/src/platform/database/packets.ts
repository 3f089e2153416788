import { z } from 'zod';
import { rowOf, whole } from './columns';
import { wholeNumber } from './money-column';

/** Text and values of one statement. The text is constant but for the number of its placeholders. */
export type Statement = [sql: string, values: unknown[]];

/** A SELECT to send together with other statements, and the schema of all its rows. */
export type Query<Rows extends z.ZodType = z.ZodType> = [sql: string, values: unknown[], rows: Rows];

export interface WriteResult {
  /** The AUTO_INCREMENT value of the first row that an INSERT added; of a statement without one it means nothing. */
  insertId: number;
  affectedRows: number;
}

/**
 * How several statements travel in one packet: one after another, or as one compound statement (MariaDB). A cluster of
 * Galera may abort a transaction between two statements, and would then run the rest of them by themselves: a compound
 * statement ends as a whole.
 */
export type Packets = 'several' | 'compound';

type Sent = Statement | Query;

/** The text of one packet, and the parser of the driver's answer: the result of each statement in its order. */
interface Packet {
  sql: string;
  resultsOf(answer: unknown): unknown[];
}

const counted = 'SELECT ROW_COUNT() AS affectedRows, LAST_INSERT_ID() AS insertId';
const countRow = z.tuple([rowOf({ affectedRows: whole, insertId: whole })]);
const nothingWritten: WriteResult = { insertId: 0, affectedRows: 0 };

const isQuery = (statement: Sent): statement is Query => statement.length === 3;
const isWrite = ([sql]: Sent): boolean => /^\s*(INSERT|REPLACE|UPDATE|DELETE)\b/i.test(sql);

/** @param statements at least one; a single one is always sent as it is */
export function packetOf(packets: Packets, statements: readonly Sent[]): Packet {
  if (packets === 'several' || statements.length === 1) return several(statements);
  const sql = compound(statements.flatMap((each) => (isWrite(each) ? [each[0], counted] : [each[0]])));
  return {
    sql,
    resultsOf(answer) {
      // A compound statement without a result set answers with its end alone, any other with its end as the last.
      const sets = Array.isArray(answer) ? (answer as unknown[]) : [];
      let next = 0;
      return statements.map((statement) => {
        if (isQuery(statement)) return statement[2].parse(sets[next++]);
        return isWrite(statement) ? countRow.parse(sets[next++])[0] : nothingWritten;
      });
    },
  };
}

/** The text of a packet whose results nobody reads. */
export function textOf(packets: Packets, statements: readonly Sent[]): string {
  const texts = statements.map(([sql]) => sql);
  return packets === 'several' || texts.length === 1 ? texts.join(';\n') : compound(texts);
}

const compound = (texts: string[]): string => `BEGIN NOT ATOMIC\n${texts.join(';\n')};\nEND`;

function several(statements: readonly Sent[]): Packet {
  return {
    sql: statements.map(([sql]) => sql).join(';\n'),
    resultsOf(answer) {
      const results = statements.length === 1 ? [answer] : (answer as unknown[]);
      return statements.map((statement, at) =>
        isQuery(statement) ? statement[2].parse(results[at]) : writeResult(results[at] as WriteResult),
      );
    },
  };
}

/** The driver's result of a statement that writes, with checked numbers. */
export const writeResult = ({ insertId, affectedRows }: WriteResult): WriteResult => ({
  insertId: wholeNumber(insertId),
  affectedRows,
});
