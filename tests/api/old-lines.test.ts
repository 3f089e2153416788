import type { QueryRunner } from 'typeorm';
import { NamePersonsOfOldLines20261201000001 } from '../../bff/migrations/20261201000001-name-persons-of-old-lines';
import { NoteEarlierShownReleases20261203100002 } from '../../bff/migrations/20261203100002-note-earlier-shown-releases';
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

it('releases that were on trial before they were published again are noted as shown, from their lines', async () => {
  const { owner, stop } = await startLedger(0);
  // Their subjects are cut before they differ.
  const remote = 'r'.repeat(30);
  const long = 'x'.repeat(60);
  const releases = [
    ['tried', '1.0.0-a', 'uploaded', null],
    [remote, `${long.slice(1)}1`, 'uploaded', null],
    [remote, `${long.slice(1)}2`, 'uploaded', null],
    ['unseen', '1.0.0-a', 'uploaded', null],
    ['retired', '1.0.0-a', 'retired', null],
    ['live', '1.0.0-a', 'uploaded', new Date()],
  ];
  await owner.rows(
    `INSERT INTO releases (remote, version, status, live_from, statement, signature, build, published_by, created_at, changed_at)
     VALUES ?`,
    [releases.map((row) => [...row, '{}', '', '{}', 'team', new Date(), new Date()])],
  );
  const line = (release: string, action = 'release.activated') => [
    new Date(),
    action,
    'info',
    'release.tried',
    JSON.stringify({ release, share: 10 }),
  ];
  const lines = [
    line('tried 1.0.0-a'),
    line(`${remote} ${long.slice(1)}2`),
    line('unseen 1.0.0-a', 'release.published'),
    line('retired 1.0.0-a'),
    line('live 1.0.0-a'),
  ];
  await owner.rows('INSERT INTO audit_log (created_at, action, type, text, params) VALUES ?', [lines]);
  const query = (sql: string) => owner.rows(sql);
  await new NoteEarlierShownReleases20261203100002().up({ query } as unknown as QueryRunner);
  const noted = await owner.rows('SELECT remote, version FROM releases WHERE was_shown = 1 ORDER BY remote');
  expect(noted).toEqual([
    { remote, version: `${long.slice(1)}2` },
    { remote: 'tried', version: '1.0.0-a' },
  ]);
  await stop();
});
