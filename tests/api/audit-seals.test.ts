/** @jest-environment ./tests/support/bank-environment.ts */
import { createHash } from 'node:crypto';
import { AuditSealerService } from '../../bff/src/platform/audit/audit-sealer.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import { verifyAudit } from '../../bff/src/platform/audit/audit-verifier';
import { newCustomer } from '../support/customers';
import { startLedger, type TestLedger } from '../support/ledger';
import { logLines } from '../support/log-lines';
import { runCommand } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

describe('the chain of seals', () => {
  let bank: TestLedger;
  let audit: AuditService;

  beforeAll(async () => {
    bank = await startLedger(0);
    audit = new AuditService(bank.clock);
  });
  // Each test has an empty log with lines from 1; emptied, unlike rows deleted, whatever triggers a test has dropped.
  afterEach(async () => {
    for (const table of ['audit_seals', 'audit_log']) await bank.owner.rows(`TRUNCATE TABLE ${table}`);
  });
  afterAll(() => bank.stop());

  const write = async (count: number) => {
    for (let line = 0; line < count; line += 1) {
      await audit.record(bank.database, {
        action: 'test.line',
        type: 'info',
        text: 'job.purged',
        values: { count: line },
      });
    }
  };
  const sealer = () => new AuditSealerService(bank.database);
  /** As an attacker with all rights on the database, who knows of the triggers. */
  const tamper = async (...statements: string[]) => {
    for (const change of ['update', 'delete']) {
      for (const table of ['audit_log', 'audit_seals']) {
        await bank.owner.rows(`DROP TRIGGER IF EXISTS ${table}_refuses_${change}`);
      }
    }
    for (const statement of statements) await bank.owner.rows(statement);
  };
  const broken = async () => (await verifyAudit(bank.database)).broken;

  it('seals every line once, and continues where it stopped', async () => {
    await write(3);
    expect(await sealer().seal()).toBe(3);
    expect(await sealer().seal()).toBe(0);
    await write(2);
    expect(await sealer().seal()).toBe(2);
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 5 });
  });

  it('leaves the sealing to one of two servers, until that one stops', async () => {
    const [first, second] = [sealer(), sealer()];
    const rounds = async (...of: AuditSealerService[]) => {
      await write(1);
      const pauses: (number | undefined)[] = [];
      for (const server of of) pauses.push(await server.sealRound());
      return pauses;
    };
    const standby = 5_000;
    expect(await rounds(first, second)).toEqual([undefined, undefined]);
    expect(await rounds(first, second)).toEqual([undefined, standby]);
    expect(await second.sealRound()).toBe(standby);
    // The first has died: the second finds a line that nobody sealed since it looked.
    expect(await rounds(second)).toEqual([undefined]);
    expect(await rounds(second, first)).toEqual([undefined, standby]);
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 4 });
  });

  it('seals a line without facts as before lines stored facts', async () => {
    await bank.owner
      .rows(`INSERT INTO audit_log (created_at, user_id, email, action, type, message, request_id)
      VALUES ('2026-11-21 09:30:00.250', 7, 'marie@example.org', 'card.blocked', 'info', 'Carte •••• 4242 bloquée.', 'r-1')`);
    const values = `["1","2026-11-21T09:30:00.250Z",7,"marie@example.org","card.blocked","info","Carte •••• 4242 bloquée.","r-1"]`;
    const hash = createHash('sha256').update(Buffer.alloc(32)).update(values).digest();
    await bank.owner.rows('INSERT INTO audit_seals (position, log_id, hash) VALUES (1, 1, ?)', [hash]);
    await write(2);
    expect(await sealer().seal()).toBe(2);
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 3 });
  });

  it('keeps a long typed reason within its column, and reads it back', async () => {
    for (const character of ['é', '\n', '\u0001', '😀']) {
      await audit.record(bank.database, {
        action: 'test.long',
        type: 'info',
        text: 'user.changed_why',
        values: { id: 7, reason: character.repeat(5_000) },
      });
    }
    await sealer().seal();
    expect(await broken()).toEqual([]);
    const lines = await logLines(bank.owner, `action = 'test.long'`);
    expect(lines).toHaveLength(4);
    for (const { message } of lines) expect(message.length).toBeGreaterThan(200);
  });

  it('seals many pending lines at once', async () => {
    await bank.owner.rows(`INSERT INTO audit_log (created_at, action, type, message)
      SELECT NOW(3), 'test.line', 'info', CONCAT('Ligne ', seq) FROM seq_1_to_2500`);
    expect(await sealer().seal()).toBe(2_500);
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 2_500 });
  });

  it('seals a line of a slow transaction that appears behind later ones', async () => {
    await bank.database.transaction(async (slow) => {
      await audit.record(slow, { action: 'test.slow', type: 'info', text: 'session.opened' });
      await write(3);
      expect(await sealer().seal()).toBe(3);
    });
    expect(await sealer().seal()).toBe(1);
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 4 });
  });

  it('is one chain even with several sealers at the same time', async () => {
    await write(40);
    const servers = Array.from({ length: 6 }, sealer);
    await Promise.all(servers.map((server) => server.seal()));
    await sealer().seal();
    expect(await verifyAudit(bank.database)).toMatchObject({ broken: [], sealed: 40 });
  });

  it.each([
    [
      'a changed message',
      "UPDATE audit_log SET message = 'Rien' WHERE id = 2",
      { problem: 'changed', id: 2 },
    ],
    [
      'a changed text',
      "UPDATE audit_log SET text = 'job.expired_holds' WHERE id = 2",
      { problem: 'changed', id: 2 },
    ],
    [
      'a changed param',
      `UPDATE audit_log SET params = '{"count":2}' WHERE id = 2`,
      { problem: 'changed', id: 2 },
    ],
    [
      'removed facts',
      'UPDATE audit_log SET text = NULL, params = NULL WHERE id = 2',
      { problem: 'changed', id: 2 },
    ],
    ['a changed author', 'UPDATE audit_log SET user_id = 7 WHERE id = 3', { problem: 'changed', id: 3 }],
    [
      'a changed time',
      'UPDATE audit_log SET created_at = NOW(3) + INTERVAL 1 DAY WHERE id = 1',
      { problem: 'changed', id: 1 },
    ],
    ['a removed line', 'DELETE FROM audit_log WHERE id = 4', { problem: 'removed', id: 4 }],
    ['a removed seal', 'DELETE FROM audit_seals WHERE position = 4', { problem: 'missing seal', id: 4 }],
    [
      'a forged seal',
      'UPDATE audit_seals SET hash = UNHEX(REPEAT("ab", 32)) WHERE position = 2',
      { problem: 'changed', id: 2 },
    ],
  ])('finds %s', async (_what, statement, expected) => {
    await write(5);
    await sealer().seal();
    await tamper(statement);
    expect(await broken()).toContainEqual(expected);
  });

  it('finds a line that was added afterwards between sealed ones', async () => {
    await write(5);
    await sealer().seal();
    await tamper(
      'DELETE FROM audit_seals WHERE log_id = 2',
      "UPDATE audit_log SET created_at = NOW(3) - INTERVAL 1 HOUR, message = 'Autre' WHERE id = 2",
    );
    expect(await broken()).toEqual(
      expect.arrayContaining([
        { problem: 'missing seal', id: 2 },
        { problem: 'unsealed', id: 2 },
      ]),
    );
  });

  it('refuses changes to the account that the server uses', async () => {
    await write(1);
    await sealer().seal();
    for (const table of ['audit_log', 'audit_seals']) {
      await expect(bank.database.write(`DELETE FROM ${table}`)).rejects.toThrow(/denied/);
    }
  });
});

describe('a running bank', () => {
  const { bank, database } = sharedBank();

  it('seals a line within about a second, as audit:verify confirms', async () => {
    const { id } = await newCustomer(bank.shellUrl);
    const count = async (condition: string) => {
      const [row] = await database.rows(
        `SELECT COUNT(*) AS count FROM audit_log l LEFT JOIN audit_seals s ON s.log_id = l.id WHERE ${condition}`,
      );
      return Number(row?.count);
    };
    const written = Date.now();
    expect(await count(`l.user_id = ${id}`)).toBeGreaterThan(0);
    await until(async () => (await count(`l.user_id = ${id} AND s.log_id IS NULL`)) === 0);
    expect(Date.now() - written).toBeLessThan(2_000);
    const sealed = await count('s.log_id IS NOT NULL');
    const said = await runCommand('audit:verify', { DATABASE_URL: bank.databaseUrl });
    const [, lines] = /^The log is sound: (\d+) lines, sealed by [0-9a-f]{64}\./.exec(said) ?? [];
    expect(Number(lines)).toBeGreaterThanOrEqual(sealed);
  });
});
