import { z } from 'zod';
import { rowOf, whole } from './columns';
import { packetOf, textOf, type Query, type Statement } from './packets';

const one: Query = ['SELECT 1 AS one', [], z.array(rowOf({ one: whole }))];
const insert: Statement = ['INSERT INTO t (a) VALUES (?)', [1]];
const start: Statement = ['START TRANSACTION', []];
const end = { affectedRows: 0, insertId: 0 };

describe('a compound packet', () => {
  it('is one statement, which returns the result of each write', () => {
    expect(packetOf('compound', [start, insert, one]).sql).toBe(
      `BEGIN NOT ATOMIC
START TRANSACTION;
INSERT INTO t (a) VALUES (?);
SELECT ROW_COUNT() AS affectedRows, LAST_INSERT_ID() AS insertId;
SELECT 1 AS one;
END`,
    );
    expect(textOf('compound', [start, insert])).not.toContain('ROW_COUNT');
  });

  it('has the same results as several statements', () => {
    const statements = [start, insert, one];
    const written = { affectedRows: 1, insertId: 7 };
    const several = packetOf('several', statements).resultsOf([end, written, [{ one: 1 }]]);
    const compound = packetOf('compound', statements).resultsOf([[written], [{ one: 1 }], end]);
    expect(compound).toEqual(several);
    expect(compound).toEqual([end, written, [{ one: 1 }]]);
  });

  it('without a result has those of nothing', () => {
    expect(packetOf('compound', [start, ['DO 0', []]]).resultsOf(end)).toEqual([end, end]);
  });

  it('of a single statement is that statement', () => {
    expect(packetOf('compound', [one]).sql).toBe('SELECT 1 AS one');
    expect(textOf('compound', [insert])).toBe('INSERT INTO t (a) VALUES (?)');
  });
});
