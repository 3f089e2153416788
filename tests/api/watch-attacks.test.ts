/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { StaffRole } from '../../libs/contracts/permissions';
import { atLength, longDescribe, longIt } from '../support/at-length';
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, newPassword, type NewCustomer, promote, type SignedIn } from '../support/customers';
import { type Answer, call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { logLines } from '../support/log-lines';
import { freePorts, ServerProcess } from '../support/server';
import { sharedBank } from '../support/shared-bank';
import { statuses } from './people';

/** Claims and the work on them under copies, two servers of one database, and sessions that ended in the middle. */
const { bank, database } = sharedBank();
let second: ServerProcess;
/** Of both servers, in turn; in the short run there is one. */
const servers = atLength(2, 1);
const serverOf = (at: number) => (at % servers === 0 ? bank.shellUrl : `http://localhost:${second.port}`);

interface Case {
  id: number;
  state: string;
  version: number;
  decision: string | null;
  reference: string;
  assignee: { id: number } | null;
  entries: { kind: string; text: string; files: { id: number }[] }[];
  code?: string;
  error?: string;
}
const api = <Body = Case>(
  who: SignedIn,
  method: string,
  route: string,
  body?: unknown,
  options: object = {},
) => call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, ...options });
/** The same call many times at the same moment, on both servers. */
const together = (
  who: SignedIn,
  count: number,
  route: string,
  body: object,
  keyOf?: (at: number) => string,
) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      call<Case>('POST', `${serverOf(at)}/api/${route}`, {
        token: who.token,
        body,
        ...(keyOf && { headers: { 'idempotency-key': keyOf(at) } }),
      }),
    ),
  );
const idsOf = (answers: Answer<Case>[]) =>
  new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.id));
const codesOf = (answers: Answer<Case>[]) =>
  new Set(answers.filter(({ status }) => status >= 400).map(({ body }) => body.code));
const member = async (...roles: StaffRole[]): Promise<NewCustomer> => {
  const person = await newCustomer(bank.shellUrl);
  await promote(database, person, roles);
  return person;
};
const casesOf = async ({ id }: SignedIn) =>
  (await database.rows('SELECT id FROM cases WHERE user_id = ? ORDER BY id', [id])).map((row) =>
    Number(row.id),
  );
const openings = async ({ id }: SignedIn) =>
  (await logLines(database, `user_id = ? AND action = 'case.opened'`, [id])).length;

/** A customer with a purchase that was booked; its id in their list. */
async function buyer(): Promise<NewCustomer & { bought: number }> {
  const who = await newCustomer(bank.shellUrl);
  await api(who, 'POST', 'balance/update', { amount: 100, type: 'add' });
  const card = await newCard(bank, database, who, { virtual: true });
  const network = cardNetwork(bank);
  const { reference } = await network.authorize(card.plastic, { amount: '20.00' });
  await network.post('clearings', network.clearing(card.plastic, reference, { amount: '20.00' }));
  const { body } = await api<{ transactions: { id: number }[] }>(who, 'GET', 'user/transactions?limit=1');
  return { ...who, bought: body.transactions[0]?.id ?? 0 };
}
const claim = { reason: 'not_received', text: 'Le colis n’est jamais arrivé.' };
const appeal = { about: 'account', text: 'Mes revenus ont doublé.' };
/** An appeal that nobody has taken; customers do not see its version. */
async function opened(): Promise<Case & { customer: NewCustomer }> {
  const customer = await newCustomer(bank.shellUrl);
  const { body } = await api(customer, 'POST', 'appeals', appeal);
  return { ...body, version: 1, customer };
}
const read = async (who: SignedIn, id: number) => (await api(who, 'GET', `admin/cases/${id}`)).body;
const verdict = (version: number, decision = 'refused', reason = 'Nous avons vérifié.') => ({
  decision,
  reason,
  version,
});

beforeAll(async () => {
  const environment = { ...bank.rail.environment, CALLS_PER_MINUTE: '100000' };
  second = new ServerProcess(await freePorts(), {
    ...environment,
    DATABASE_URL: bank.databaseUrl,
    DATABASE_MIGRATION_URL: bank.migrationUrl,
    DATA_DIR: bank.dataDir,
  });
  if (servers > 1) await second.start();
}, 120_000);
afterAll(() => second.stop());

longDescribe('fifty identical claims at once, on two servers', () => {
  const dispute = ({ bought }: { bought: number }) => `transactions/${bought}/dispute`;
  const once = async (who: SignedIn) => [(await casesOf(who)).length, await openings(who)];

  it('are one dispute without a key and with different keys, and each copy of one key gets it', async () => {
    const [plain, keyed, same] = await Promise.all([buyer(), buyer(), buyer()]);
    const bare = await together(plain, 50, dispute(plain), claim);
    expect(statuses(bare)).toEqual({ 201: 1, 409: 49 });
    expect([...codesOf(bare)]).toEqual(['DISPUTE_EXISTS']);
    const different = await together(keyed, 50, dispute(keyed), claim, (at) => `d-${keyed.id}-${at}`);
    expect(statuses(different)).toEqual({ 201: 1, 409: 49 });
    const copies = await together(same, 50, dispute(same), claim, () => `d-${same.id}`);
    expect(statuses(copies)).toEqual({ 201: 50 });
    expect(idsOf(copies).size).toBe(1);
    for (const who of [plain, keyed, same]) expect(await once(who)).toEqual([1, 1]);
  });

  it('are one appeal without a key and with different keys, and each copy of one key gets it', async () => {
    const [plain, keyed, same] = await Promise.all([1, 2, 3].map(() => newCustomer(bank.shellUrl)));
    if (!plain || !keyed || !same) throw new Error('nobody');
    const bare = await together(plain, 50, 'appeals', appeal);
    expect(statuses(bare)).toEqual({ 201: 1, 409: 49 });
    expect([...codesOf(bare)]).toEqual(['APPEAL_EXISTS']);
    const different = await together(keyed, 50, 'appeals', appeal, (at) => `a-${keyed.id}-${at}`);
    expect(statuses(different)).toEqual({ 201: 1, 409: 49 });
    const copies = await together(same, 50, 'appeals', appeal, () => `a-${same.id}`);
    expect(statuses(copies)).toEqual({ 201: 50 });
    expect(idsOf(copies).size).toBe(1);
    for (const who of [plain, keyed, same]) expect(await once(who)).toEqual([1, 1]);
  });
});

describe('the work on a case', () => {
  it('ends with the session, in whichever window that was ended', async () => {
    const { id, version, customer } = await opened();
    const clerk = await member('compliance');
    const thief = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { username: clerk.username, email: clerk.email, password: newPassword },
    });
    const stolen = { id: clerk.id, token: thief.body.access_token };
    await promote(database, clerk, ['compliance']);
    expect((await api(stolen, 'GET', `admin/cases/${id}`)).status).toBe(200);
    expect((await api(stolen, 'POST', 'auth/logout')).status).toBeLessThan(300);
    const route = `admin/cases/${id}`;
    const acts = await Promise.all([
      api(stolen, 'PUT', `${route}/assignee`, { assignee: 'me', version }),
      api(stolen, 'PUT', 'admin/cases/assignee', { assignee: 'me', rows: [{ id, version }] }),
      api(stolen, 'POST', `${route}/notes`, { text: 'Rien.' }),
      api(stolen, 'POST', `${route}/messages`, { text: 'Payez-moi.' }),
      api(stolen, 'POST', `${route}/decision`, verdict(version, 'accepted')),
    ]);
    expect(statuses(acts)).toEqual({ 401: 5 });
    expect(await read(clerk, id)).toMatchObject({ state: 'open', version, assignee: null });
    expect((await api(customer, 'GET', `user/cases/${id}`)).body.entries).toHaveLength(1);
  });

  it('ends with the role, also for earlier assignments and in the middle of a selection', async () => {
    const { id, version } = await opened();
    const [clerk, colleague] = await Promise.all([member('compliance'), member('compliance')]);
    const route = `admin/cases/${id}`;
    const slice = (at: number) =>
      call<Case>('PUT', `${serverOf(at)}/api/admin/cases/assignee`, {
        token: clerk.token,
        body: { assignee: 'me', rows: [{ id, version }] },
      });
    expect((await slice(0)).status).toBe(200);
    await promote(database, clerk, ['releases']);
    const acts = await Promise.all([
      slice(0),
      slice(1),
      api(clerk, 'POST', `${route}/notes`, { text: 'Vu.' }),
      api(clerk, 'POST', `${route}/decision`, verdict(version + 1)),
    ]);
    expect(statuses(acts)).toEqual({ 403: 4 });
    expect([...codesOf(acts)]).toEqual(['OUTSIDE_ROLES']);
    await database.rows(`UPDATE users SET role = 'user', staff_roles = '' WHERE id = ?`, [clerk.id]);
    expect((await api(clerk, 'POST', `${route}/decision`, verdict(version + 1))).body.code).toBe('FORBIDDEN');
    expect(await read(colleague, id)).toMatchObject({ state: 'open', assignee: { id: clerk.id } });
  });

  longIt(
    'is decided by one of many on two servers, and the others read why theirs does not count',
    async () => {
      const people = await Promise.all(Array.from({ length: 6 }, () => member('compliance')));
      const { id, version, customer, reference } = await opened();
      const answers = await Promise.all(
        people.map(({ token }, at) =>
          call<Case>('POST', `${serverOf(at)}/api/admin/cases/${id}/decision`, {
            token,
            body: verdict(version, at % 3 ? 'refused' : 'accepted', `Raison ${at}`),
          }),
        ),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 5 });
      expect([...codesOf(answers)]).toEqual(['CASE_DECIDED']);
      expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/\S.*\.$/);
      const winner = answers.findIndex(({ status }) => status === 200);
      const own = (await api(customer, 'GET', `user/cases/${id}`)).body;
      expect(own.decision).toBe(winner % 3 ? 'refused' : 'accepted');
      expect(own.entries.filter(({ kind }) => kind === 'decision')).toMatchObject([
        { text: `Raison ${winner}` },
      ]);
      const lines = await logLines(
        database,
        `params LIKE ? AND action IN ('case.accepted', 'case.refused')`,
        [`%${reference}%`],
      );
      expect(lines).toHaveLength(1);
    },
  );

  longIt('keeps one note and one file of copies with a key on two servers', async () => {
    const documents = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
    const [{ id }, clerk] = [await opened(), await member('support')];
    const before = (await documents()).length;
    const content = pdfFile('copies');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const body = new FormData();
        body.append('text', 'Voir la pièce.');
        body.append('files', new Blob([new Uint8Array(content)]), 'a.pdf');
        return call<Case>('POST', `${serverOf(at)}/api/admin/cases/${id}/notes`, {
          token: clerk.token,
          body,
          headers: { 'idempotency-key': `note-${id}` },
        });
      }),
    );
    expect(statuses(answers)).toEqual({ 201: 8 });
    const notes = (await read(clerk, id)).entries.filter(({ kind }) => kind === 'note');
    expect(notes.map(({ files }) => files.length)).toEqual([1]);
    expect((await documents()).length).toBe(before + 1);
  });

  it('gives no file by the number of another case, nor by a forged one', async () => {
    const clerk = await member('support');
    const [one, other] = [await opened(), await opened()];
    const body = new FormData();
    body.append('text', 'Interne.');
    body.append('files', new Blob([new Uint8Array(pdfFile('inside'))]), 'a.pdf');
    const noted = await api(clerk, 'POST', `admin/cases/${one.id}/notes`, body);
    const file = noted.body.entries.at(-1)?.files[0]?.id ?? 0;
    const statusOf = async (who: SignedIn, route: string) => (await api(who, 'GET', route)).status;
    expect(await statusOf(clerk, `admin/cases/${one.id}/files/${file}`)).toBe(200);
    expect(await statusOf(clerk, `admin/cases/${other.id}/files/${file}`)).toBe(404);
    for (const forged of [
      '0',
      '-1',
      '1e3',
      '4294967296',
      '99999999999999999999',
      `${file}%00`,
      '..%2f1',
      `${file}.pdf`,
    ]) {
      expect([forged, await statusOf(clerk, `admin/cases/${one.id}/files/${forged}`)]).toEqual([forged, 404]);
    }
    for (const customer of [one.customer, other.customer]) {
      expect(await statusOf(customer, `user/cases/${one.id}/files/${file}`)).toBe(404);
      expect(await statusOf(customer, `user/cases/${other.id}/files/${file}`)).toBe(404);
      expect(await statusOf(customer, `admin/cases/${one.id}/files/${file}`)).toBe(403);
    }
  });
});

it('holds up nobody when many use a quote at once that is not theirs', async () => {
  const stranger = await newCustomer(bank.shellUrl);
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => api(stranger, 'POST', 'exchange', { quote_id: 999_999_999 })),
  );
  expect(statuses(answers)).toEqual({ 404: 60 });
});

describe('on two servers at once', () => {
  it('an incident is opened once, and every copy of one key gets it', async () => {
    const clerk = await member('operations');
    const form = (name: string) => ({
      severity: 'low',
      title_fr: `Panne ${name}`,
      title_en: `Fault ${name}`,
      components: [],
    });
    const bare = await together(clerk, 20, 'admin/incidents', form(`bare ${clerk.id}`));
    expect(statuses(bare)).toEqual({ 201: 1, 409: 19 });
    const copies = await together(
      clerk,
      20,
      'admin/incidents',
      form(`same ${clerk.id}`),
      () => `i-${clerk.id}`,
    );
    expect(statuses(copies)).toEqual({ 201: 20 });
    expect(idsOf(copies).size).toBe(1);
    for (const id of [...idsOf(bare), ...idsOf(copies)]) {
      const { version } = (await api(clerk, 'GET', `admin/incidents/${id}`)).body;
      const closed = await api(clerk, 'POST', `admin/incidents/${id}/close`, { text: 'Fini.', version });
      expect(closed.status).toBe(200);
    }
  });

  it('a conversation is one for all copies, is taken by one member of staff, and has each line once', async () => {
    const [customer, ...clerks] = [
      await newCustomer(bank.shellUrl),
      await member('support'),
      await member('support'),
    ];
    for (const who of clerks) {
      expect((await api(who, 'PUT', 'admin/conversations/presence', { available: true })).status).toBe(200);
    }
    const asked = await together(customer, 20, 'user/conversation', {}, (at) => `c-${customer.id}-${at}`);
    expect(idsOf(asked).size).toBe(1);
    const [id = 0] = idsOf(asked);
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        call<Case>('POST', `${serverOf(at >> 1)}/api/admin/conversations/${id}/take`, {
          token: clerks[at % 2]?.token ?? '',
        }),
      ),
    );
    expect(statuses(taken)).toEqual({ 200: 4, 409: 4 });
    expect([...codesOf(taken)]).toEqual(['WORK_TAKEN']);
    const line = { text: 'Bonjour ?' };
    const said = await together(customer, 10, 'user/conversation/messages', line, () => `l-${id}`);
    expect(said.every(({ status }) => status < 300)).toBe(true);
    const [row] = await database.rows(
      'SELECT COUNT(*) AS n FROM conversation_messages WHERE conversation_id = ?',
      [id],
    );
    expect(Number(row?.n)).toBe(1);
    const holder = clerks[taken.findIndex(({ status }) => status === 200) % 2];
    if (!holder) throw new Error('nobody took it');
    await promote(database, holder, ['releases']);
    const reply = await api(holder, 'POST', `admin/conversations/${id}/messages`, { text: 'Bonjour' });
    expect(reply.body.code).toBe('OUTSIDE_ROLES');
  });
});
