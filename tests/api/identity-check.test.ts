/** @jest-environment ./tests/support/bank-environment.ts */
import { randomBytes } from 'node:crypto';
import type { Kyc, KycSubmission } from '../../libs/contracts/kyc';
import { specimens, type Kind, type Specimen } from '../bench/identity/documents';
import { drawSpecimen } from '../bench/identity/draw';
import { newCustomer, promote, verifyEmail, type SignedIn } from '../support/customers';
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
});
