/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes } from 'node:crypto';
import type { LogList } from '../../libs/contracts/admin';
import type { Kyc, KycSubmission } from '../../libs/contracts/kyc';
import { specimens, type Kind, type Specimen } from '../bench/identity/documents';
import { drawSpecimen } from '../bench/identity/draw';
import { newCustomer, promote, verifyEmail, type SignedIn } from '../support/customers';
import { whileLocked } from '../support/held-lock';
import { call } from '../support/http';
import { pngFile } from '../support/identity-files';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl);
  await promote(database, admin);
});

const all = specimens();
/** The seed's and other files' documents are others: each run has numbers of its own. */
const specimenOf = (kind: Kind, at = 0): Specimen => {
  const specimen = all.filter((each) => each.kind === kind)[at];
  if (!specimen) throw new Error(`no ${kind} document`);
  const digits = String(randomBytes(4).readUInt32BE()).padStart(9, '0').slice(0, 7);
  const cardNumber = specimen.layout === 'FRENCH' ? `69${digits}` : `XK${digits}`;
  return { ...specimen, holder: { ...specimen.holder, cardNumber } };
};

/** A customer by the name of the form, who has sent nothing. */
const customer = ({ form }: Specimen, verified: 'email' | false = 'email'): Promise<SignedIn> =>
  newCustomer(bank.shellUrl, { first_name: form.firstName, last_name: form.lastName }, { verified });

async function send(person: SignedIn, specimen: Specimen, kinds = ['identity', 'address', 'selfie']) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...specimen.form, address: '1 rue A, Lyon' }))
    body.append(name, value);
  const picture = await drawSpecimen(specimen);
  for (const [at, kind] of kinds.entries()) {
    body.append('kinds', kind);
    const content = kind === 'identity' ? picture : pngFile(30 + at, 40);
    body.append(
      'documents',
      new Blob([new Uint8Array(content)]),
      `${kind}.${kind === 'identity' ? 'jpg' : 'png'}`,
    );
  }
  const answer = await call<Kyc>('POST', `${bank.shellUrl}/api/kyc`, { token: person.token, body });
  expect(answer.status).toBe(201);
}

const read = async ({ token }: SignedIn) =>
  (await call<Kyc>('GET', `${bank.shellUrl}/api/kyc`, { token })).body;

/** The submission as the reviewer sees it, once it was checked. */
async function checked({ id }: SignedIn): Promise<KycSubmission> {
  const [row] = await database.rows('SELECT MAX(id) AS id FROM kyc_submissions WHERE user_id = ?', [id]);
  let submission: KycSubmission | undefined;
  await until(async () => {
    const address = `${bank.shellUrl}/api/admin/kyc/${row?.id}`;
    submission = (await call<KycSubmission>('GET', address, { token: admin.token })).body;
    return submission.checked_at !== null;
  }, 60);
  if (!submission) throw new Error('there is no submission');
  return submission;
}

const ofChecks = (verb: string) =>
  `${verb} identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id`;
/** Has the check of a person's file made, whether or not it was made before. */
const makeDue = ({ id }: SignedIn) =>
  database.rows(
    `${ofChecks('UPDATE')} SET c.attempts = 0, c.done_at = NULL, c.due_at = NOW(3) WHERE s.user_id = ?`,
    [id],
  );

const codes = ({ findings }: KycSubmission) =>
  findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);

it('approves a good file by itself, and shows it to the customer and the reviewer', async () => {
  const specimen = specimenOf('good');
  const person = await customer(specimen);
  await send(person, specimen);
  expect(await checked(person)).toMatchObject({
    status: 'approved',
    reviewed_by: 'rules',
    findings: [{ code: 'document_read', severity: 'note', place: { width: expect.any(Number) as number } }],
  });
  const own = await read(person);
  expect(own).toMatchObject({ status: 'approved', reviewed_by: 'rules', reason: null });
  expect(Object.keys(own)).not.toContain('findings');
  const [line] = await database.rows(
    `SELECT user_id FROM audit_log WHERE action = 'kyc.approved_by_rules' AND params LIKE ?`,
    [`%"user":${person.id}%`],
  );
  expect(line).toEqual({ user_id: null });
});

it('hides from a member of staff, in the log and among the cases, that their own file was left to a person', async () => {
  const expired = specimenOf('expired', 1);
  const person = await customer(expired);
  await send(person, expired, ['identity', 'selfie']);
  const { id } = await checked(person);
  const [found] = await database.rows('SELECT id, reference FROM cases WHERE cause = ?', [
    `submission:${id}`,
  ]);
  const read = async <Body>(reader: SignedIn, path: string) =>
    call<Body>('GET', `${bank.shellUrl}/api/admin/${path}`, { token: reader.token });
  expect((await read(admin, `cases/${found?.id}`)).status).toBe(200);
  await call('POST', `${bank.shellUrl}/api/admin/cases/${found?.id}/notes`, {
    token: admin.token,
    body: { text: 'Vu' },
  });
  await promote(database, person);
  const seenBy = async (reader: SignedIn) => {
    const histories = await Promise.all(
      [`kyc:${id}`, found?.reference, `user:${person.id}`].map((about) =>
        read<LogList>(reader, `logs/history?about=${about}&limit=100`),
      ),
    );
    const actions = histories.map(({ body }) => body.logs.map(({ action }) => action));
    return actions.map((each) => each.filter((action) => /^case|checked$/.test(action)));
  };
  const ofCase = ['case.noted', 'case.opened'];
  expect(await seenBy(admin)).toEqual([['kyc.checked'], ofCase, expect.arrayContaining(ofCase)]);
  expect(await seenBy(person)).toEqual([[], [], []]);
  expect(await read(person, `cases/${found?.id}`)).toMatchObject({ body: { code: 'NOT_FOUND' } });
});

it('leaves doubtful files to a person, with each finding beside its document', async () => {
  const expired = specimenOf('expired', 1);
  const person = await customer(expired);
  await send(person, expired, ['identity', 'selfie']);
  const submission = await checked(person);
  expect(submission).toMatchObject({ status: 'pending', reviewed_by: null });
  expect(codes(submission)).toEqual(['document_missing', 'expired']);
  const [, , finding] = submission.findings;
  expect(finding).toMatchObject({ document_id: submission.documents[0]?.id, severity: 'objection' });
  expect((await read(person)).status).toBe('pending');
  const review = `${bank.shellUrl}/api/admin/kyc/${submission.id}/review`;
  await call('POST', review, { token: admin.token, body: { status: 'approved' } });
  expect(await read(person)).toMatchObject({ status: 'approved', reviewed_by: 'person' });
});

it('waits undecided until the e-mail address is verified', async () => {
  const specimen = specimenOf('good', 1);
  const person = await customer(specimen, false);
  await send(person, specimen);
  const [row] = await database.rows(
    'SELECT c.due_at, c.done_at FROM identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id WHERE s.user_id = ?',
    [person.id],
  );
  expect(row).toEqual({ due_at: null, done_at: null });
  await verifyEmail(bank.shellUrl, person);
  expect(await checked(person)).toMatchObject({ status: 'approved' });
});

it('approves one document for one of two customers who send it at once', async () => {
  const specimen = specimenOf('good', 2);
  const people = await Promise.all([customer(specimen), customer(specimen)]);
  await Promise.all(people.map((person) => send(person, specimen)));
  const both = await Promise.all(people.map(checked));
  expect(both.map(({ status }) => status).sort()).toEqual(['approved', 'pending']);
  const second = both.find(({ status }) => status === 'pending');
  expect(second && codes(second)).toEqual(['document_of_another']);
  const opened = await database.rows('SELECT kind, topic, state FROM cases WHERE cause = ?', [
    `submission:${second?.id}`,
  ]);
  expect(opened).toEqual([{ kind: 'identity', topic: 'duplicate', state: 'open' }]);
});

it('still judges a file that a person approved first, and opens a case for its findings', async () => {
  const specimen = specimenOf('good', 2);
  const first = await customer(specimen);
  await send(first, specimen);
  expect(await checked(first)).toMatchObject({ status: 'approved', reviewed_by: 'rules' });
  const second = await customer(specimen, false);
  await send(second, specimen);
  // The check is held up, as by a long queue.
  const dueAt = (at: string) =>
    database.rows(
      `UPDATE identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id SET c.due_at = ${at} WHERE s.user_id = ?`,
      [second.id],
    );
  await dueAt(`'2099-01-01'`);
  await verifyEmail(bank.shellUrl, second);
  const [row] = await database.rows('SELECT id FROM kyc_submissions WHERE user_id = ?', [second.id]);
  const review = `${bank.shellUrl}/api/admin/kyc/${row?.id}/review`;
  expect((await call('POST', review, { token: admin.token, body: { status: 'approved' } })).status).toBe(200);
  await dueAt('UTC_TIMESTAMP(3)');
  const submission = await checked(second);
  expect(submission).toMatchObject({ status: 'approved', reviewed_by: 'person' });
  expect(codes(submission)).toEqual(['document_of_another']);
  const opened = await database.rows('SELECT kind, topic, state FROM cases WHERE cause = ?', [
    `submission:${row?.id}`,
  ]);
  expect(opened).toEqual([{ kind: 'identity', topic: 'duplicate', state: 'open' }]);
});

it('judges a submission that a dead server left when its lease ends, and gives up after three', async () => {
  const specimen = specimenOf('good', 3);
  const person = await customer(specimen, false);
  await send(person, specimen);
  await database.rows(
    `UPDATE identity_checks c JOIN kyc_submissions s ON s.id = c.submission_id SET c.attempts = 3 WHERE s.user_id = ?`,
    [person.id],
  );
  await verifyEmail(bank.shellUrl, person);
  const submission = await checked(person);
  expect([submission.status, codes(submission)]).toEqual(['pending', ['not_checked']]);

  // What was judged without a sanctions list is judged again, but not read again where that was given up.
  const check = ofChecks('SELECT c.attempts, c.unlisted_at, c.done_at FROM');
  const state = async () => (await database.rows(`${check} WHERE s.user_id = ?`, [person.id]))[0];
  await database.rows(`${ofChecks('UPDATE')} SET c.unlisted_at = NOW(3) WHERE s.user_id = ?`, [person.id]);
  await until(async () => Number((await state())?.attempts) === 5, 60);
  expect(codes(await checked(person))).toEqual(['not_checked']);
  expect((await state())?.unlisted_at).toBeNull();

  // The case of the first check is no hold by a rule.
  await makeDue(person);
  await until(async () => (await read(person)).status === 'approved', 60);
  const cases = await database.rows('SELECT state, decision FROM cases WHERE user_id = ?', [person.id]);
  expect(cases).toEqual([{ state: 'decided', decision: 'accepted' }]);
});

it('keeps the findings of a rejected file that was judged without a sanctions list', async () => {
  const { person, submission } = await doubted();
  const review = { status: 'rejected', reason: 'La pièce a expiré.' };
  expect((await ask(admin, 'POST', `admin/kyc/${submission.id}/review`, review)).status).toBe(200);
  const { id } = submission;
  await database.rows('UPDATE identity_checks SET unlisted_at = NOW(3) WHERE submission_id = ?', [id]);
  const settled =
    'SELECT 1 FROM identity_checks WHERE submission_id = ? AND unlisted_at IS NULL AND done_at IS NOT NULL';
  await until(async () => (await database.rows(settled, [id])).length === 1, 60);
  expect(codes(await checked(person))).toEqual(codes(submission));
});

it('opens no case for a customer who is deleted while their file is judged', async () => {
  const specimen = specimenOf('expired', 1);
  const person = await customer(specimen, false);
  await send(person, specimen);
  await database.rows('UPDATE users SET email_verified_at = NOW(3) WHERE id = ?', [person.id]);
  await whileLocked(bank, {
    lock: `SELECT id FROM users WHERE id = ${person.id} FOR UPDATE`,
    begin: () => makeDue(person),
    waits: `FROM users WHERE id = ${person.id} FOR UPDATE`,
    then: `UPDATE users SET deleted_at = NOW(3) WHERE id = ${person.id}`,
  });
  const open = `${ofChecks('SELECT submission_id FROM')} WHERE s.user_id = ? AND c.done_at IS NULL`;
  await until(async () => (await database.rows(open, [person.id])).length === 0);
  expect(await database.rows('SELECT id FROM cases WHERE user_id = ?', [person.id])).toEqual([]);
});

interface Found {
  id: number;
  version: number;
  state: string;
  topic: string;
  way: string | null;
  decision: string | null;
  decided_by: { id: number } | null;
  links: { type: string; id: number }[];
  entries: { kind: string; text: string }[];
}

const ask = <Body = Found>(who: SignedIn, method: string, path: string, body?: unknown) =>
  call<Body>(method, `${bank.shellUrl}/api/${path}`, { token: who.token, body });

/** A customer whose file is left to a person, since the document has expired, and the case of it. */
async function doubted() {
  const specimen = specimenOf('expired', 1);
  const person = await customer(specimen);
  await send(person, specimen);
  const submission = await checked(person);
  const rows = () => database.rows('SELECT id FROM cases WHERE user_id = ?', [person.id]);
  const [row] = await rows();
  const read = async () => (await ask(admin, 'GET', `admin/cases/${row?.id}`)).body;
  return { person, submission, rows, read };
}

describe('the case of a doubt', () => {
  it('is listed for compliance with its file and findings, and ends with the decision about the file', async () => {
    const { person, submission, read } = await doubted();
    const officer = await newCustomer(bank.shellUrl);
    await promote(database, officer, ['compliance']);
    const list = 'admin/cases?kind=identity&state=open&limit=100';
    const { body } = await ask<{ cases: { id: number; customer: { id: number } }[] }>(officer, 'GET', list);
    const opened = await read();
    expect(body.cases.filter((each) => each.customer.id === person.id).map(({ id }) => id)).toEqual([
      opened.id,
    ]);
    expect(opened).toMatchObject({ topic: 'identity', state: 'open', way: 'elsewhere' });
    expect(opened.links).toEqual([{ type: 'submission', id: submission.id, label: '' }]);
    expect(opened.entries).toEqual([
      expect.objectContaining({ kind: 'opened', text: 'Le document n’est plus valable.' }),
    ]);
    const byWords = { decision: 'accepted', reason: 'Oui', version: opened.version };
    const decided = await ask<{ code: string }>(
      officer,
      'POST',
      `admin/cases/${opened.id}/decision`,
      byWords,
    );
    expect(decided.body.code).toBe('CASE_ELSEWHERE');
    const review = { status: 'rejected', reason: 'La pièce a expiré.' };
    expect((await ask(officer, 'POST', `admin/kyc/${submission.id}/review`, review)).status).toBe(200);
    expect(await read()).toMatchObject({
      state: 'decided',
      decision: 'refused',
      decided_by: { id: officer.id },
    });
  });

  it('is for no customer, nor for roles that read no cases', async () => {
    const { person, read } = await doubted();
    const { id } = await read();
    const releaser = await newCustomer(bank.shellUrl);
    await promote(database, releaser, ['releases']);
    for (const path of ['admin/cases', `admin/cases/${id}`]) {
      expect([path, (await ask(releaser, 'GET', path)).status]).toEqual([path, 403]);
      expect([path, (await ask(person, 'GET', path)).status]).toEqual([path, 403]);
    }
    expect((await ask(person, 'GET', `user/cases/${id}`)).status).toBe(404);
    expect((await ask<{ cases: unknown[] }>(person, 'GET', 'user/cases')).body.cases).toEqual([]);
    const told = await database.rows(`SELECT id FROM events WHERE user_id = ? AND type = 'case'`, [
      person.id,
    ]);
    expect(told).toEqual([]);
  });

  it('goes on with a file that is sent again, and ends by the machine once that is good', async () => {
    const { person, rows, read } = await doubted();
    await send(person, specimenOf('expired', 1));
    expect(await read()).toMatchObject({ state: 'open', way: 'elsewhere' });
    const second = await checked(person);
    const [, sentAgain, found] = (await read()).entries;
    expect([sentAgain?.kind, found]).toMatchObject(['news', { text: 'Le document n’est plus valable.' }]);
    expect((await read()).links).toEqual([{ type: 'submission', id: second.id, label: '' }]);
    const { holder, ...good } = specimenOf('expired', 1);
    await send(person, { ...good, holder: { ...holder, expiryDate: '2033-05-17' } });
    const third = await checked(person);
    expect(third).toMatchObject({ status: 'approved', reviewed_by: 'rules' });
    expect(await rows()).toHaveLength(1);
    expect(await read()).toMatchObject({
      state: 'decided',
      decision: 'accepted',
      decided_by: null,
      links: [{ type: 'submission', id: third.id }],
    });
  });

  it('is the one that is open about an earlier file, if there is one', async () => {
    const { person, submission, rows, read } = await doubted();
    const earlier = `submission:before-${submission.id}`;
    await database.rows('UPDATE cases SET cause = ? WHERE user_id = ?', [earlier, person.id]);
    expect(await read()).toMatchObject({ way: 'words' });
    const again = 'UPDATE identity_checks SET done_at = NULL, due_at = NOW(3) WHERE submission_id = ?';
    await database.rows(again, [submission.id]);
    await checked(person);
    expect(await rows()).toHaveLength(1);
    expect(await read()).toMatchObject({ state: 'open', way: 'elsewhere' });
  });

  it('ends once when two decide at once', async () => {
    const { submission, read } = await doubted();
    const review = `admin/kyc/${submission.id}/review`;
    const other = await newCustomer(bank.shellUrl);
    await promote(database, other);
    const answers = await Promise.all(
      [admin, other].map((who) => ask(who, 'POST', review, { status: 'approved' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { entries, decision } = await read();
    expect([decision, entries.map(({ kind }) => kind)]).toEqual(['accepted', ['opened', 'decision']]);
  });

  it('ends when an administrator deletes the customer', async () => {
    const { person, read } = await doubted();
    expect((await ask(admin, 'DELETE', `admin/users/${person.id}`)).status).toBe(204);
    expect(await read()).toMatchObject({
      state: 'decided',
      decision: 'refused',
      decided_by: { id: admin.id },
    });
  });
});
