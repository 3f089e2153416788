/** @jest-environment ./tests/support/bank-environment.ts */
import type { RuleDefinition } from '@bank/contracts/rules';
import { generateSync } from 'otplib';
import {
  connectTo,
  newCustomer,
  newPassword,
  type NewCustomer,
  promote,
  type SignedIn,
} from '../support/customers';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { staffCalls } from '../support/staff';
import { until, untilThereAre } from '../support/until';
import { callsFrom } from './people';

const { bank, database } = sharedBank();
/** No other customer is one for so long: the rules of this file are about those of this file alone. */
const days = { challenge: 7_001, block: 7_002, hold: 7_003 };
const ruleIds: number[] = [];

async function publish(
  owner: ReturnType<typeof connectTo>,
  { id: author }: SignedIn,
  action: keyof typeof days,
  event: 'sign_in' | 'identity',
): Promise<void> {
  const definition: RuleDefinition = {
    name: { fr: 'Ancien', en: 'Old' },
    reason: { fr: 'Ancien.', en: 'Old.' },
    events: [event],
    action,
    weight: 0,
    enabled: true,
    condition: {
      test: 'none',
      of: (['below', 'above'] as const).map((is) => ({
        test: 'compare',
        left: { of: 'fact', fact: 'relation_days' },
        is,
        right: { of: 'number', value: days[action] },
      })),
    },
  };
  const added: unknown = await owner.rows('INSERT INTO rules (created_at) VALUES (NOW(3))');
  const { insertId } = added as { insertId: number };
  ruleIds.push(insertId);
  await owner.rows(
    `INSERT INTO rule_versions (rule_id, version, state, definition, changed_by, changed_at, published_at, publication)
     SELECT ?, 1, 'published', ?, ?, NOW(3), NOW(3), COALESCE(MAX(publication), 0) + 1 FROM rule_versions`,
    [insertId, JSON.stringify(definition), author],
  );
}

let staff: ReturnType<typeof staffCalls>;
let compliance: SignedIn;

beforeAll(async () => {
  staff = staffCalls(bank.shellUrl, database);
  compliance = await staff.administrator();
  await promote(database, compliance, ['compliance']);
  const owner = connectTo(bank.migrationUrl);
  await publish(owner, compliance, 'challenge', 'sign_in');
  await publish(owner, compliance, 'block', 'sign_in');
  await publish(owner, compliance, 'hold', 'identity');
  await owner.end();
});
/** A higher publication has the servers read the rules again. */
afterAll(async () => {
  const owner = connectTo(bank.migrationUrl);
  for (const id of ruleIds) {
    const sql = `UPDATE rule_versions SET state = 'replaced', publication = publication + 200000 WHERE rule_id = ?`;
    await owner.rows(sql, [id]);
  }
  await owner.end();
});

async function customerOf(since: number, verified: boolean | 'email' = true): Promise<NewCustomer> {
  const person = await newCustomer(bank.shellUrl, {}, { verified });
  await database.rows('UPDATE users SET created_at = NOW(3) - INTERVAL ? HOUR WHERE id = ?', [
    since * 24 + 1,
    person.id,
  ]);
  return person;
}
type SignIn = { mfa_token?: string; mailed?: boolean; access_token?: string; code?: string };
const actionsOf = ({ id }: SignedIn) =>
  database.rows('SELECT kind, action, case_id AS caseId FROM rule_events WHERE user_id = ? ORDER BY id', [
    id,
  ]);

/** Signs in with the password, up to the code. */
async function challenged(person: NewCustomer) {
  const calls = callsFrom(bank.shellUrl);
  const { status, body } = await calls.signIn(person.username, newPassword);
  expect({ status, body }).toMatchObject({ status: 200, body: { mfa_required: true, mailed: true } });
  const mails = await untilThereAre(1, () => outboxOf(bank.dataDir, 'eml', person.email));
  const code = /saisissez ce code\s*:\s*(\d{6})/.exec(mails.at(-1) ?? '')?.[1] ?? '';
  const meet = (token: string, typed: string) =>
    calls.post<SignIn>('auth/2fa', { mfa_token: token, code: typed, remember: true });
  return { token: body.mfa_token ?? '', code, meet };
}

describe('a sign-in that a rule challenges', () => {
  it('takes the mailed code of a person without a second factor, once and of that sign-in', async () => {
    const [person, other] = [await customerOf(days.challenge), await customerOf(days.challenge)];
    const [first, second] = [await challenged(person), await challenged(other)];
    expect(await actionsOf(person)).toEqual([]);
    expect(await first.meet(first.token, second.code === first.code ? '000000' : second.code)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CODE' },
    });
    const opened = await first.meet(first.token, first.code);
    expect(opened).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    // A mailed code does not have the browser remembered as a second factor would.
    expect(opened.headers.get('set-cookie') ?? '').not.toContain('browser');
    expect(await actionsOf(person)).toMatchObject([{ kind: 'sign_in', action: 'challenge' }]);
    expect(await first.meet(first.token, first.code)).toMatchObject({ body: { code: 'MFA_EXPIRED' } });
  });
});

/** The cookie of a remembered browser that an answer sets. */
const rememberedIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('remembered_browser='))
    ?.split(';')[0];

describe('a sign-in that a rule challenges in a remembered browser', () => {
  it('asks for the second factor each time, and the browser stays remembered', async () => {
    const person = await customerOf(days.challenge);
    const calls = callsFrom(bank.shellUrl);
    const { body: setUp } = await calls.post<{ secret: string }>('settings/2fa/setup', {}, person.token);
    const code = () => generateSync({ secret: setUp.secret });
    const proof = { code: code(), password: newPassword };
    expect((await calls.post('settings/2fa/enable', proof, person.token)).status).toBe(200);
    await database.rows('UPDATE two_factor SET last_step = NULL WHERE user_id = ?', [person.id]);
    const { body } = await calls.signIn(person.username, newPassword);
    const second = { mfa_token: body.mfa_token, code: code(), remember: true };
    let cookie = rememberedIn(await calls.post('auth/2fa', second));
    for (let times = 0; times < 3; times += 1) {
      expect(cookie).toBeDefined();
      calls.headers['cookie'] = cookie ?? '';
      // Later than two tabs may use one secret.
      const age =
        'UPDATE remembered_browsers SET last_used_at = last_used_at - INTERVAL 1 MINUTE WHERE user_id = ?';
      await database.rows(age, [person.id]);
      const again = await calls.signIn(person.username, newPassword);
      expect(again).toMatchObject({ status: 200, body: { mfa_required: true } });
      cookie = rememberedIn(again);
    }
    const kept = await database.rows('SELECT id FROM remembered_browsers WHERE user_id = ?', [person.id]);
    expect(kept).toHaveLength(1);
  });
});

describe('a sign-in that a rule blocks', () => {
  it('is answered with the reason and the remedy, opens no session, and counts as no wrong password', async () => {
    const person = await customerOf(days.block);
    const { status, body } = await callsFrom(bank.shellUrl).signIn(person.username, newPassword);
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'BLOCKED_BY_RULE', reason: expect.any(String), next_step: { action: 'contact' } },
    });
    expect(await actionsOf(person)).toMatchObject([{ kind: 'sign_in', action: 'block' }]);
  });
});

describe('a file of identity that a rule holds', () => {
  type Found = { kind: string; links: { type: string; id: number }[]; state: string };
  const caseAt = async (path: string) => (await staff.ask<Found>(compliance, 'GET', path)).body;
  async function send(person: SignedIn, side: number): Promise<void> {
    const form = new FormData();
    const fields = { firstName: 'Test', lastName: 'Client', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('documents', new Blob([new Uint8Array(pngFile(side, side))]), 'a.png');
    const { status } = await call('POST', `${bank.shellUrl}/api/kyc`, { token: person.token, body: form });
    expect(status).toBe(201);
  }
  const isHeld = (id: number) =>
    until(async () => {
      const [row] = await database.rows('SELECT findings FROM identity_checks WHERE submission_id = ?', [id]);
      return row?.findings?.includes('held_by_rule') ?? false;
    });

  it('is filed, never approved by the machine, and is a case until a person decides', async () => {
    const person = await customerOf(days.hold, 'email');
    await send(person, 1);
    const [event] = await actionsOf(person);
    expect(event).toMatchObject({ kind: 'identity', action: 'hold' });
    const path = `cases/${Number(event?.caseId)}`;
    const found = await caseAt(path);
    expect(found).toMatchObject({ kind: 'identity', links: [{ type: 'submission' }] });
    const id = found.links[0]?.id ?? 0;
    await isHeld(id);
    const review = { status: 'approved' };
    expect((await staff.ask(compliance, 'POST', `kyc/${id}/review`, review)).status).toBe(200);
    expect((await caseAt(path)).state).toBe('decided');
    const [kept] = await database.rows('SELECT outcome FROM rule_events WHERE user_id = ?', [person.id]);
    expect(kept?.outcome).toBe('honest');
  });

  it('and is sent again is held again, in the case that is open', async () => {
    const person = await customerOf(days.hold, 'email');
    await send(person, 1);
    const [first] = await actionsOf(person);
    const path = `cases/${Number(first?.caseId)}`;
    await isHeld((await caseAt(path)).links[0]?.id ?? 0);
    await send(person, 2);
    const { links } = await caseAt(path);
    expect(links).toHaveLength(1);
    await isHeld(links[0]?.id ?? 0);
    expect(new Set((await actionsOf(person)).map(({ caseId }) => caseId))).toEqual(new Set([first?.caseId]));
    expect(await database.rows('SELECT state FROM cases WHERE user_id = ?', [person.id])).toEqual([
      { state: 'open' },
    ]);
  });
});
