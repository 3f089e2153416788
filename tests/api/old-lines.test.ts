import type { QueryRunner } from 'typeorm';
import { NamePersonsOfOldLines20261201000001 } from '../../bff/migrations/20261201000001-name-persons-of-old-lines';
import { startLedger } from '../support/ledger';

it('the naming of persons in old lines continues where it was interrupted', async () => {
  const { owner, stop } = await startLedger(1);
  const [person] = await owner.rows('SELECT id FROM users WHERE email = ?', ['l0@example.org']);
  const lines = [5, 10_007, 10_009, 20_003, 30_001];
  await owner.rows('INSERT INTO audit_log (id, created_at, user_id, action, type, text, params) VALUES ?', [
    lines.map((id) => [id, new Date(), person?.id, 'rules.held', 'info', 'rules.held', '{}']),
  ]);
  const slices: number[] = [];
  let last = 10_001;
  const query = (sql: string, values: unknown[] = []) => {
    if (sql.includes('BETWEEN') && sql.includes('rules.held')) slices.push(Number(values[0]));
    if (Number(values[0]) > last) throw new Error('killed');
    return owner.rows(sql, values);
  };
  const up = async () => new NamePersonsOfOldLines20261201000001().up({ query } as unknown as QueryRunner);
  await expect(up()).rejects.toThrow('killed');
  slices.length = 0;
  last = Infinity;
  await up();
  expect(slices).toEqual([10_001, 20_001, 30_001]);
  const named = await owner.rows('SELECT log_id FROM audit_people ORDER BY log_id');
  expect(named.map(({ log_id }) => Number(log_id))).toEqual(lines);
  await stop();
});
