/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@bank/contracts/days';
import { longIt } from '../support/at-length';
import { cardNetwork, newCard, newReference } from '../support/card-network';
import { CollectCardDebtsJob } from '../../bff/src/money/card-payments/collect-card-debts.job';
import { lossesOf } from '../../bff/src/money/ledger/bank-accounts';
import { LedgerService } from '../../bff/src/money/ledger/ledger.service';
import { AuditService } from '../../bff/src/platform/audit/audit.service';
import type { Config } from '../../bff/src/platform/config/config';
import { databaseOptions } from '../../bff/src/platform/database/connection-options';
import { Database } from '../../bff/src/platform/database/database';
import { EventsService } from '../../bff/src/platform/events/events.service';
import { RandomSource } from '../../bff/src/platform/security/random-source.service';
import { Clock } from '../../bff/src/platform/time/clock.service';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import {
  demonstrationPerson,
  newCustomer,
  promote,
  type NewCustomer,
  type SignedIn,
} from '../support/customers';
import { call } from '../support/http';
import { pdfFile, pngFile } from '../support/identity-files';
import { never } from '../support/jobs';
import { logLines } from '../support/log-lines';
import { giveRates } from '../support/rates';
import { sharedBank } from '../support/shared-bank';
import { balanceOfBank } from './bank-balance';

const { bank, database } = sharedBank();
let marie: NewCustomer;
let clerk: NewCustomer;
let colleague: NewCustomer;

interface Entry {
  kind: string;
  by: string;
  text: string;
  files: { id: number; name: string }[];
}
interface Case {
  id: number;
  reference: string;
  state: string;
  version: number;
  way: string | null;
  decision: string | null;
  refund?: object | null;
  due_at: string;
  assignee: { id: number } | null;
  links: { type: string }[];
  entries: Entry[];
  can_write?: boolean;
  code?: string;
  fields?: Record<string, string>;
  cases: Case[];
}
const api = <Body = Case>(who: SignedIn, method: string, route: string, body?: unknown, headers = {}) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });
const form = (texts: Record<string, string>, files: [name: string, content: Buffer][] = []) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [name, content] of files) body.append('files', new Blob([new Uint8Array(content)]), name);
  return body;
};
const words = { reason: 'not_received', text: 'Le colis n’est jamais arrivé.' };
const dispute = (
  who: SignedIn,
  id: number,
  texts: Record<string, string> = words,
  files: [string, Buffer][] = [],
  headers = {},
) => api(who, 'POST', `transactions/${id}/dispute`, form(texts, files), headers);
const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);

/** A purchase that was booked, by its id in the customer's list, and as the network knows it. */
async function purchase(who: NewCustomer, amount = '20.00') {
  const card = await newCard(bank, database, who, { virtual: true });
  const network = cardNetwork(bank);
  const { reference } = await network.authorize(card.plastic, { amount });
  await network.post('clearings', network.clearing(card.plastic, reference, { amount }));
  return { card, reference, id: await newest(who) };
}
const newest = async (who: SignedIn) => {
  const { body } = await api<{ transactions: { id: number }[] }>(who, 'GET', 'user/transactions?limit=1');
  return body.transactions[0]?.id ?? 0;
};
const staff = async (id: number, who = clerk) => (await api(who, 'GET', `admin/cases/${id}`)).body;
const balance = async ({ id }: SignedIn) => {
  const [row] = await database.rows('SELECT balance FROM accounts WHERE user_id = ?', [id]);
  return Number(row?.balance);
};

beforeAll(async () => {
  const join = () => newCustomer(bank.shellUrl);
  [marie, clerk, colleague] = await Promise.all([join(), join(), join()]);
  await promote(database, clerk);
  await promote(database, colleague);
  await api(marie, 'POST', 'balance/update', { amount: 500, type: 'add' });
});

describe('a dispute', () => {
  it('is offered with its reasons, its way and the card, and opens one case', async () => {
    const { id, card } = await purchase(marie);
    const { body: offer } = await api<Record<string, unknown>>(marie, 'GET', `transactions/${id}/dispute`);
    expect(offer).toMatchObject({
      remedy: 'chargeback',
      case_id: null,
      card: { id: card.id, is_active: true },
      transaction: { id, amount: -20 },
    });
    expect((offer.reasons as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'not_me',
      'not_received',
      'wrong_amount',
      'twice',
      'cancelled',
      'other',
    ]);
    const opened = await dispute(marie, id, { ...words, reason: 'not_me' }, [['recu.pdf', pdfFile()]]);
    expect([opened.status, opened.body.state, opened.body.can_write]).toEqual([201, 'open', true]);
    expect(opened.body.entries).toEqual([
      expect.objectContaining({ kind: 'opened', by: 'customer', text: words.text }),
    ]);
    expect(opened.body.entries[0]?.files).toEqual([expect.objectContaining({ name: 'recu.pdf' })]);
    // Unauthorised: the next business day. The next one of TARGET is at most five days away.
    expect(Date.parse(opened.body.due_at) - Date.now()).toBeLessThan(6 * 86_400_000);
    const again = await dispute(marie, id);
    expect([again.status, again.body.code]).toEqual([409, 'DISPUTE_EXISTS']);
    expect(await api(marie, 'GET', `transactions/${id}/dispute`)).toMatchObject({
      body: { case_id: opened.body.id },
    });
    const found = await staff(opened.body.id);
    expect([found.way, found.links.map(({ type }) => type).sort()]).toEqual([
      'chargeback',
      ['card', 'card_purchase', 'transaction'],
    ]);
  });

  it('without files may be JSON, and its words may be left out', async () => {
    const { id } = await purchase(marie);
    const named = await api(marie, 'POST', `transactions/${id}/dispute`, {
      reason: 'not_me',
      files: ['a.pdf'],
    });
    expect([named.status, named.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const unknown = await api(marie, 'POST', `transactions/${id}/dispute`, { reason: 'bored' });
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['reason']]);
    const opened = await api(marie, 'POST', `transactions/${id}/dispute`, { reason: 'not_me' });
    expect([opened.status, opened.body.state]).toEqual([201, 'open']);
    const route = `user/cases/${opened.body.id}/messages`;
    expect((await api(marie, 'POST', route, { text: 'Voici la suite.' })).status).toBe(201);
    expect((await api(marie, 'POST', route)).body.code).toBe('MALFORMED_REQUEST');
  });

  it('of twenty at once about one transaction, is one case and leaves no file of the others', async () => {
    const { id } = await purchase(marie);
    const before = (await stored()).length;
    // The inspection of files takes ten of a person at once: the others come without.
    const filesOf = (at: number): [string, Buffer][] => (at < 8 ? [[`${at}.png`, pngFile(2, 2)]] : []);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => dispute(marie, id, words, filesOf(at))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const kept = await database.rows(
      `SELECT d.case_id, COUNT(f.id) AS files FROM disputes d LEFT JOIN case_files f ON f.case_id = d.case_id
       WHERE d.transaction_id = ? GROUP BY d.case_id`,
      [id],
    );
    expect(kept).toHaveLength(1);
    expect((await stored()).length - before).toBe(Number(kept[0]?.files));
  });

  it('with a key is the same case, however often it is sent', async () => {
    const { id } = await purchase(marie);
    const key = { 'idempotency-key': `dispute-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => dispute(marie, id, words, [], key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  });

  it('is for the holder, and for money that left', async () => {
    const { id } = await purchase(marie);
    const other = await newCustomer(bank.shellUrl);
    expect((await dispute(other, id)).body.code).toBe('NOT_FOUND');
    expect((await api(other, 'GET', `transactions/${id}/dispute`)).status).toBe(404);
    expect((await dispute(marie, 999_999_998)).status).toBe(404);
    await api(other, 'POST', 'balance/update', { amount: 10, type: 'add' });
    expect((await dispute(other, await newest(other))).body.code).toBe('DISPUTE_NOT_POSSIBLE');
  });

  /** A card payment of the seed that is too old to be disputed but for one reason. */
  const oldPayment = async (person: SignedIn) => {
    const before = addDays(parisDay(new Date()), -122);
    const { body } = await api<{ transactions: { id: number; amount: number }[] }>(
      person,
      'GET',
      `user/transactions?type=payment&status=completed&dateTo=${before}&limit=50`,
    );
    return body.transactions.find((each) => each.id % 2 === 0)?.id ?? 0;
  };
  const reasonsOf = async (person: SignedIn, id: number) => {
    const { body } = await api<{ reasons: { reason: string }[] }>(
      person,
      'GET',
      `transactions/${id}/dispute`,
    );
    return body.reasons.map(({ reason }) => reason);
  };

  it('after 120 days is possible only where the holder did not authorise it', async () => {
    const person = await demonstrationPerson(bank.shellUrl, 'marie');
    const id = await oldPayment(person);
    expect(await reasonsOf(person, id)).toEqual(['not_me']);
    expect((await dispute(person, id)).body.code).toBe('DISPUTE_PERIOD_OVER');
  });

  it('counts its period from the debit of a reversed chargeback, which has no dispute of its own', async () => {
    const person = await demonstrationPerson(bank.shellUrl, 'marie');
    const id = await oldPayment(person);
    const [row] = await database.rows(
      `SELECT p.reference FROM entries e JOIN card_bookings b ON b.transfer_id = e.transfer_id
         JOIN card_purchases p ON p.id = b.purchase_id WHERE e.id = ?`,
      [id / 2],
    );
    const network = cardNetwork(bank);
    const back = async (isReversal = false) => {
      const message = network.chargeback(row?.reference ?? '', { amount: '1.00', isReversal });
      return (await network.post('chargebacks', message)).code;
    };
    expect([await back(), await reasonsOf(person, id)]).toEqual(['00', ['not_me']]);
    expect(await back(true)).toBe('00');
    expect(await reasonsOf(person, id)).toContain('not_received');
    expect((await dispute(person, id)).status).toBe(201);
  });

  it('refuses files that are no documents, too many, or under another name', async () => {
    const { id } = await purchase(marie);
    const before = await stored();
    const refused = async (files: [string, Buffer][], texts: Record<string, string> = words) =>
      (await dispute(marie, id, texts, files)).body.code;
    expect(await refused([['page.html', Buffer.from('<script>alert(1)</script>')]])).toBe(
      'DOCUMENT_TYPE_REFUSED',
    );
    expect(await refused([['photo.png', Buffer.from('%PDF-1.7 not a picture')]])).toBe(
      'DOCUMENT_TYPE_REFUSED',
    );
    expect(await refused([['broken.pdf', Buffer.from('%PDF-1.7\nof a bill')]])).toBe('DOCUMENT_UNREADABLE');
    expect(
      await refused([['a.pdf', pdfFile('x', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')]]),
    ).toBe('DOCUMENT_UNREADABLE');
    expect(await refused(Array.from({ length: 6 }, (_, at) => [`${at}.png`, pngFile()]))).toBe(
      'INVALID_FIELDS',
    );
    expect(await refused([], { ...words, reason: 'revenge' })).toBe('INVALID_FIELDS');
    expect(await refused([], { reason: 'other', text: ' ' })).toBe('INVALID_FIELDS');
    expect(await stored()).toEqual(before);
  });
});

describe('a case', () => {
  const opened = async () => {
    const { id, reference } = await purchase(marie);
    const { body } = await dispute(marie, id, words, [['recu.png', pngFile()]]);
    return { ...body, purchase: reference };
  };
  const work = (who: SignedIn, id: number, what: string, body: object, headers = {}) =>
    api(who, what === 'assignee' ? 'PUT' : 'POST', `admin/cases/${id}/${what}`, body, headers);

  it('and its files are closed to other customers', async () => {
    const { id, entries } = await opened();
    const file = entries[0]?.files[0]?.id;
    const other = await newCustomer(bank.shellUrl);
    for (const route of [`user/cases/${id}`, `user/cases/${id}/files/${file}`]) {
      expect((await api(marie, 'GET', route)).status).toBe(200);
      expect((await api(other, 'GET', route)).status).toBe(404);
    }
    expect((await api(other, 'POST', `user/cases/${id}/messages`, form({ text: 'Moi' }))).status).toBe(404);
    expect((await api(other, 'GET', `admin/cases/${id}`)).status).toBe(403);
    expect((await api(clerk, 'GET', `admin/cases/${id}/files/${file}`)).status).toBe(200);
    const elsewhere = await opened();
    expect((await api(marie, 'GET', `user/cases/${elsewhere.id}/files/${file}`)).status).toBe(404);
  });

  it('is taken, asked about, answered with a file and refused with a reason', async () => {
    const { id } = await opened();
    const { version } = await staff(id);
    const taken = await work(clerk, id, 'assignee', { assignee: 'me', version });
    expect(taken.body.assignee?.id).toBe(clerk.id);
    expect(
      (await work(colleague, id, 'assignee', { assignee: 'me', version: taken.body.version })).body.code,
    ).toBe('CASE_TAKEN');
    await work(clerk, id, 'notes', { text: 'Le client a déjà contesté deux fois.' });
    const asked = await work(clerk, id, 'messages', { text: 'Avez-vous écrit au commerçant ?', asks: true });
    expect(asked.body.state).toBe('waiting');
    const answer = form({ text: 'Oui, voici.' }, [['mail.pdf', pdfFile('a mail')]]);
    const answered = await api(marie, 'POST', `user/cases/${id}/messages`, answer);
    expect([answered.status, answered.body.state]).toEqual([201, 'open']);
    // Neither notes nor names of staff.
    expect(answered.body.entries.map(({ kind }) => kind)).toEqual(['opened', 'question', 'message']);
    expect(JSON.stringify(answered.body)).not.toMatch(/deux fois|author|assignee/);
    const reason = 'Le commerçant a livré le 12.';
    const stale = await work(clerk, id, 'decision', {
      decision: 'refused',
      reason,
      version: asked.body.version,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'CASE_CHANGED']);
    const read = await staff(id);
    const decided = await work(clerk, id, 'decision', { decision: 'refused', reason, version: read.version });
    expect([decided.status, decided.body.state]).toEqual([200, 'decided']);
    const own = (await api(marie, 'GET', `user/cases/${id}`)).body;
    expect([own.can_write, own.decision, own.entries.at(-1)?.text]).toEqual([false, 'refused', reason]);
    const late = await api(marie, 'POST', `user/cases/${id}/messages`, form({ text: 'Non !' }));
    expect(late.body.code).toBe('CASE_DECIDED');
    const { body } = await api<{ notifications: { title: string }[] }>(marie, 'GET', 'notifications');
    expect(body.notifications.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Une question sur votre réclamation', 'Réponse à votre réclamation']),
    );
    const reference = (await staff(id)).reference;
    const lines = await logLines(database, 'user_id = ? AND params LIKE ?', [clerk.id, `%${reference}%`]);
    expect(lines.map(({ action }) => action)).toEqual([
      'case.taken',
      'case.noted',
      'case.written',
      'case.refused',
    ]);
  });

  it('is decided by one of two at once, and its money comes once', async () => {
    const { id, purchase: original } = await opened();
    const { version } = await staff(id);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    const both = await Promise.all([clerk, colleague].map((who) => work(who, id, 'decision', decision)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const before = await balance(marie);
    const network = cardNetwork(bank);
    const message = network.chargeback(original, { amount: '20.00' });
    const answers = await Promise.all([1, 2, 3].map(() => network.post('chargebacks', message)));
    expect(answers.map(({ code }) => code)).toEqual(['00', '00', '00']);
    expect(await balance(marie)).toBe(before + 2_000);
    const own = (await api(marie, 'GET', `user/cases/${id}`)).body;
    expect(own.entries.filter(({ kind }) => kind === 'news')).toHaveLength(1);
    // The merchant takes it again: the case is open again, and there is no second way to the money.
    await network.post('chargebacks', network.chargeback(original, { amount: '20.00', isReversal: true }));
    const reopened = await staff(id);
    expect([reopened.state, reopened.decision, reopened.way]).toEqual(['open', null, null]);
    const retries = await Promise.all(
      [clerk, colleague].map((who) => work(who, id, 'decision', { ...decision, version: reopened.version })),
    );
    expect(retries.map(({ body }) => body.code).sort()).toEqual(['CASE_NOT_ACCEPTABLE', 'CASE_TAKEN']);
  });

  it('asks for the rest after a chargeback of a part that was not asked for', async () => {
    const { id, purchase: original } = await opened();
    const network = cardNetwork(bank);
    const back = (amount: string, isReversal = false) =>
      network.post('chargebacks', network.chargeback(original, { amount, isReversal }));
    expect((await back('8.00')).code).toBe('00');
    expect((await back('3.00')).code).toBe('00');
    expect((await back('3.00', true)).code).toBe('00');
    const { way, version, state, entries } = await staff(id);
    expect([way, state, entries.filter(({ kind }) => kind === 'news')]).toEqual([
      'chargeback',
      'open',
      [8, 3, 3].map((amount) =>
        expect.objectContaining({ text: expect.stringContaining(`${amount},00`) as string }),
      ),
    ]);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    expect((await work(clerk, id, 'decision', decision)).status).toBe(200);
    const stored = async () =>
      (await database.rows('SELECT state, asked FROM disputes WHERE case_id = ?', [id]))[0];
    expect(Number((await stored())?.asked)).toBe(1_200);
    expect((await back('12.00')).code).toBe('00');
    expect((await stored())?.state).toBe('repaid');
  });

  it.each(['before', 'after'])(
    'is open again when a chargeback that came %s it, and was not asked for, is reversed',
    async (when) => {
      const { id: movement, reference } = await purchase(marie);
      const network = cardNetwork(bank);
      const back = async (isReversal = false) =>
        (await network.post('chargebacks', network.chargeback(reference, { amount: '8.00', isReversal })))
          .code;
      if (when === 'before') expect(await back()).toBe('00');
      const { id } = (await dispute(marie, movement)).body;
      if (when === 'after') expect(await back()).toBe('00');
      const refusal = { decision: 'refused', reason: 'Les 8 euros sont revenus.' };
      const { version } = await staff(id);
      expect((await work(clerk, id, 'decision', { ...refusal, version })).status).toBe(200);
      expect(await back(true)).toBe('00');
      const { state, decision, way } = await staff(id);
      expect([state, decision, way]).toEqual(['open', null, 'chargeback']);
    },
  );

  it('can be asked for again when a chargeback is reversed while the rest is asked for', async () => {
    const { id, purchase: original } = await opened();
    const network = cardNetwork(bank);
    const back = async (amount: string, isReversal = false) =>
      (await network.post('chargebacks', network.chargeback(original, { amount, isReversal }))).code;
    const accept = async () => {
      const { version } = await staff(id);
      const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
      return (await work(clerk, id, 'decision', decision)).status;
    };
    const kept = () => database.rows('SELECT state, asked, ask_at FROM disputes WHERE case_id = ?', [id]);
    expect([await back('8.00'), await accept()]).toEqual(['00', 200]);
    const [before] = await kept();
    expect(['asked', 'granted']).toContain(before?.state);
    expect(await back('8.00', true)).toBe('00');
    expect(await staff(id)).toMatchObject({ state: 'open', decision: null, way: null });
    const [asked] = await kept();
    expect(asked).toEqual(before);
    expect(await back('12.00')).toBe('00');
    expect(await staff(id)).toMatchObject({ state: 'open', way: 'chargeback' });
    expect(await accept()).toBe(200);
    expect((await kept()).map((row) => Number(row.asked))).toEqual([800]);
    expect(await back('8.00')).toBe('00');
    expect((await kept()).map((row) => row.state)).toEqual(['repaid']);
  });

  it.each([
    ['by the request that it answers', ['10.00', '10.00'], true],
    ['because it was asked for', ['10.00', '10.00'], false],
    ['by its amount', ['10.00', '12.00'], false],
  ])('gets its own chargeback of a purchase with two disputes: %s', async (_how, amounts, isNamed) => {
    const card = await newCard(bank, database, marie, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(card.plastic, { amount: '22.00' });
    const disputes: Case[] = [];
    for (const amount of amounts) {
      await network.post('clearings', network.clearing(card.plastic, reference, { amount, isFinal: false }));
      disputes.push((await dispute(marie, await newest(marie))).body);
    }
    const [first, second] = disputes.map(({ id }) => id);
    const accept = async (id = 0) => {
      const { version } = await staff(id);
      const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
      expect((await work(clerk, id, 'decision', decision)).status).toBe(200);
    };
    if (isNamed) await accept(first);
    await accept(second);
    const [row] = await database.rows('SELECT request FROM disputes WHERE case_id = ?', [second ?? 0]);
    const states = () =>
      database
        .rows('SELECT state FROM disputes WHERE case_id IN (?) ORDER BY case_id', [[first, second]])
        .then((rows) => rows.map(({ state }) => state));
    const [before] = await states();
    const request = isNamed ? String(row?.request) : undefined;
    const amount = amounts[1] ?? '';
    const back = network.chargeback(reference, { amount, request });
    expect((await network.post('chargebacks', back)).code).toBe('00');
    expect(await states()).toEqual([before, 'repaid']);
    const again = network.chargeback(reference, { amount, isReversal: true, request });
    expect((await network.post('chargebacks', again)).code).toBe('00');
    expect(await states()).toEqual([before, 'taken_back']);
  });

  it('about a colleague is closed to that colleague', async () => {
    await api(colleague, 'POST', 'balance/update', { amount: 50, type: 'add' });
    const { id } = await purchase(colleague);
    const { body: own } = await dispute(colleague, id);
    const { version } = await staff(own.id);
    const ids = async (who: SignedIn) =>
      (await api(who, 'GET', 'admin/cases?limit=100&state=all')).body.cases.map((each) => each.id);
    expect([await ids(clerk), await ids(colleague)]).toEqual([
      expect.arrayContaining([own.id]),
      expect.not.arrayContaining([own.id]),
    ]);
    const found = async (who: SignedIn) =>
      (await api<{ found: object[] }>(who, 'GET', `admin/find?q=${own.reference}`)).body.found.length;
    expect([await found(clerk), await found(colleague)]).toEqual([1, 0]);
    expect((await api(colleague, 'GET', `admin/users/${colleague.id}/file`)).body.cases).toBeNull();
    expect((await api(colleague, 'GET', `admin/cases/${own.id}`)).body.code).toBe('OWN_CASE');
    for (const [what, body] of [
      ['assignee', { assignee: 'me', version }],
      ['notes', { text: 'Accepter' }],
      ['decision', { decision: 'accepted', reason: 'Oui', version }],
    ] as const) {
      expect((await work(colleague, own.id, what, body)).body.code).toBe('OWN_CASE');
    }
  });

  it('stands in a queue with filters', async () => {
    const { id } = await opened();
    const ids = async (query: string) =>
      (await api(clerk, 'GET', `admin/cases?limit=100&${query}`)).body.cases.map((each) => each.id);
    expect(await ids('kind=dispute&state=open&mine=free')).toContain(id);
    expect(await ids('mine=mine&state=unfinished')).not.toContain(id);
    expect(await ids('due=overdue')).not.toContain(id);
    await database.rows('UPDATE cases SET due_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id = ?', [id]);
    expect(await ids('due=overdue')).toContain(id);
    expect(await ids('due=today')).toContain(id);
    const { version } = await staff(id);
    await work(clerk, id, 'assignee', { assignee: 'me', version });
    expect(await ids('mine=mine')).toContain(id);
    const back = await work(clerk, id, 'assignee', { assignee: 'nobody', version: version + 1 });
    expect(back.body.assignee).toBeNull();
    expect((await api(clerk, 'GET', 'admin/cases?mine=yours')).status).toBe(400);
    expect(await ids('due=overdue&state=all')).toContain(id);
    const refusal = { decision: 'refused', reason: 'Non', version: (await staff(id)).version };
    expect((await work(clerk, id, 'decision', refusal)).status).toBe(200);
    expect(await ids('state=decided')).toContain(id);
    expect(await ids('due=overdue&state=all')).not.toContain(id);
  });
});

describe('the refund of an unauthorised payment', () => {
  const losses = lossesOf('EUR');
  const contested = async (reason = 'not_me', amount = '20.00') => {
    const holder = await newCustomer(bank.shellUrl);
    await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: holder.token,
      body: { amount: Number(amount) + 5, type: 'add' },
    });
    const bought = await purchase(holder, amount);
    const { body } = await dispute(holder, bought.id, { ...words, reason });
    return { ...body, holder, original: bought.reference, card: bought.card };
  };
  const refund = async (who: SignedIn, id: number, act = 'pay', headers = {}) => {
    const { version } = await staff(id);
    return api<Case & { awaiting?: string; approval?: { id: number } }>(
      who,
      'POST',
      `admin/cases/${id}/refund`,
      { act, version, reason: 'Carte volée' },
      headers,
    );
  };
  const send = async (from: SignedIn, to: SignedIn) => {
    const { status } = await api(from, 'POST', 'balance/transfer', { recipient_id: to.id, amount: 25 });
    expect(status).toBe(201);
  };
  /** Sends away all that the holder has, the refund included. */
  const spend = async (holder: SignedIn) => {
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    await send(holder, marie);
  };
  const decide = (who: SignedIn, approval: number | undefined) =>
    api(who, 'POST', `admin/approvals/${approval}/approve`);

  it('is paid once from the account of losses, by two members of staff at once and again', async () => {
    const { id, holder } = await contested();
    const lost = await balanceOfBank(database, losses);
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: 20, currency: 'EUR' });
    const all = await Promise.all([clerk, colleague, clerk].map((who) => refund(who, id)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 2_000);
    const again = await refund(colleague, id);
    expect([again.status, again.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 0 });
    const own = (await api(holder, 'GET', `user/cases/${id}`)).body;
    expect(own.entries.at(-1)).toMatchObject({
      kind: 'news',
      text: expect.stringContaining('20,00') as string,
    });
    expect(JSON.stringify(own)).not.toContain('Carte volée');
  });

  it.each([
    ['USD', '20.00'],
    ['JPY', '3000'],
  ])('of a purchase in %s is in euros, also once the network was asked for it', async (currency, amount) => {
    await giveRates(database);
    const holder = await newCustomer(bank.shellUrl);
    await api(holder, 'POST', 'balance/update', { amount: 50, type: 'add' });
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const paid = { amount, currency, country: 'US' };
    const { reference } = await network.authorize(card.plastic, paid);
    await network.post('clearings', network.clearing(card.plastic, reference, paid));
    const { body: list } = await api<{ transactions: { id: number; type: string }[] }>(
      holder,
      'GET',
      'user/transactions?limit=2',
    );
    const bought = list.transactions.find(({ type }) => type === 'payment')?.id ?? 0;
    const { id } = (await dispute(holder, bought, { ...words, reason: 'not_me' })).body;
    const { version } = await staff(id);
    const decision = { decision: 'accepted', reason: 'Vous avez raison.', version };
    expect((await api(clerk, 'POST', `admin/cases/${id}/decision`, decision)).status).toBe(200);
    const [asked] = await database.rows('SELECT asked, currency FROM disputes WHERE case_id = ?', [id]);
    expect(asked).toEqual({ asked: amount.replace('.', ''), currency });
    const [left, lost] = [await balance(holder), await balanceOfBank(database, losses)];
    const missing = (5_000 - left) / 100;
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: missing, currency: 'EUR' });
    expect((await refund(clerk, id)).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([
      5_000,
      lost + left - 5_000,
    ]);
    expect((await refund(clerk, id, 'take_back')).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([left, lost]);
  });

  it('with a key is the same, however often it is sent', async () => {
    const { id, holder } = await contested();
    const { version } = await staff(id);
    const body = { act: 'pay', version, reason: 'Carte volée' };
    const key = { 'idempotency-key': `refund-${id}` };
    const send = () => api(clerk, 'POST', `admin/cases/${id}/refund`, body, key);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await balance(holder)).toBe(2_500);
  });

  it('is for staff who may change balances, not about themselves, and for no other reason', async () => {
    const { id } = await contested();
    const officer = await newCustomer(bank.shellUrl);
    await promote(database, officer, ['compliance', 'support']);
    expect((await refund(officer, id)).status).toBe(403);
    expect((await refund(marie, id)).status).toBe(403);
    const other = await contested('not_received');
    expect((await staff(other.id)).refund).toBeNull();
    expect((await refund(clerk, other.id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    const mine = await contested();
    await promote(database, mine.holder);
    expect((await refund(mine.holder, mine.id)).body.code).toBe('OWN_CASE');
    const { version } = await staff(mine.id);
    await api(clerk, 'POST', `admin/cases/${mine.id}/decision`, {
      decision: 'refused',
      reason: 'Non',
      version,
    });
    expect((await refund(clerk, mine.id)).body.code).toBe('REFUND_NOT_POSSIBLE');
  });

  it('goes to the bank when a chargeback brings the money, and to the customer when that is taken again', async () => {
    const { id, holder, original } = await contested();
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    const network = cardNetwork(bank);
    await network.post('chargebacks', network.chargeback(original, { amount: '15.00' }));
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 500);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', recovered: 15 });
    await network.post('chargebacks', network.chargeback(original, { amount: '15.00', isReversal: true }));
    expect(await balance(holder)).toBe(2_500);
    expect(await balanceOfBank(database, losses)).toBe(lost - 2_000);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', recovered: 0 });
  });

  longIt('and money that comes back at the same moment leave no cent twice, and neither fails', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => contested()));
    const lost = await balanceOfBank(database, losses);
    const network = cardNetwork(bank);
    const outcomes = await Promise.all(
      all.flatMap(({ id, original }) => [
        refund(clerk, id).then(({ status }) => status),
        ...['4.00', '5.00', '6.00'].map((amount) =>
          network.post('chargebacks', network.chargeback(original, { amount })).then(({ code }) => code),
        ),
      ]),
    );
    // The news of money that came first is another version of the case.
    expect(outcomes.filter((each) => each !== 200 && each !== 409 && each !== '00')).toEqual([]);
    for (const { id, holder } of all) {
      await refund(clerk, id);
      expect(await balance(holder)).toBe(2_500);
    }
    expect(await balanceOfBank(database, losses)).toBe(lost - 6 * 500);
  });

  it('is not paid again for the debit of a chargeback that was taken back', async () => {
    const { id, holder, original } = await contested();
    const network = cardNetwork(bank);
    for (const isReversal of [false, true]) {
      await network.post('chargebacks', network.chargeback(original, { amount: '20.00', isReversal }));
    }
    const debited = await newest(holder);
    expect((await refund(clerk, id)).status).toBe(200);
    const again = await dispute(holder, debited, { ...words, reason: 'not_me' });
    expect([again.status, again.body.code]).toEqual([422, 'DISPUTE_NOT_POSSIBLE']);
    expect((await api(holder, 'GET', `transactions/${debited}/dispute`)).status).toBe(422);
    expect(await balance(holder)).toBe(2_500);
  });

  it('never refuses money that comes back to an account that has spent the refund', async () => {
    const { id, holder, original } = await contested();
    await refund(clerk, id);
    await spend(holder);
    const network = cardNetwork(bank);
    const answer = await network.post('chargebacks', network.chargeback(original, { amount: '20.00' }));
    expect(answer.code).toBe('00');
    expect((await staff(id)).refund).toMatchObject({ recovered: 20 });
  });

  it('excludes the merchant’s earlier refunds', async () => {
    const { id, original, holder } = await contested();
    const network = cardNetwork(bank);
    await network.post('chargebacks', network.chargeback(original, { amount: '12.00' }));
    expect((await staff(id)).refund).toMatchObject({ state: 'possible', amount: 8 });
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    expect(await balance(holder)).toBe(2_500);
    const again = network.chargeback(original, { amount: '12.00', isReversal: true });
    await network.post('chargebacks', again);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost - 2_000]);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 0 });
    expect((await refund(clerk, id, 'take_back')).status).toBe(200);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([500, lost]);
  });

  it('is not paid again when a chargeback is taken away that came beside the merchant’s refund', async () => {
    const { id, holder, original, card } = await contested();
    const lost = await balanceOfBank(database, losses);
    await refund(clerk, id);
    const network = cardNetwork(bank);
    const amount = '20.00';
    await network.post('refunds', network.refund(card.plastic, original, { amount }));
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost]);
    for (const isReversal of [false, true]) {
      await network.post('chargebacks', network.chargeback(original, { amount, isReversal }));
    }
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([2_500, lost]);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20, recovered: 20 });
  });

  it('includes the part that the bank advanced beyond the balance', async () => {
    const holder = await newCustomer(bank.shellUrl);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    await api(holder, 'POST', 'balance/update', { amount: 20, type: 'add' });
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(card.plastic, { amount: '20.00' });
    await network.post('clearings', network.clearing(card.plastic, reference, { amount: '32.00' }));
    const { body } = await dispute(holder, await newest(holder), { ...words, reason: 'not_me' });
    expect((await staff(body.id)).refund).toMatchObject({ state: 'possible', amount: 32 });
    expect((await refund(clerk, body.id)).status).toBe(200);
    // A job collects what was owed from the money that arrived.
    const owed =
      'SELECT COALESCE(SUM(owed), 0) AS owed FROM card_bookings b WHERE b.account_id IN (SELECT id FROM accounts WHERE user_id = ?)';
    const left = Number((await database.rows(owed, [holder.id]))[0]?.owed);
    expect((await balance(holder)) - left).toBe(2_000);
    await network.post('chargebacks', network.chargeback(reference, { amount: '32.00' }));
    expect((await staff(body.id)).refund).toMatchObject({ recovered: 32 });
  });

  /** Takes what the bank advanced for cards from the accounts, as its job does. */
  async function collectDebts() {
    const settings = { databaseUrl: bank.migrationUrl, databaseConnections: 1 };
    const pool = await Database.open(await databaseOptions(settings as Config));
    const clock = new Clock();
    const parts = [new AuditService(clock), new EventsService(clock), new RandomSource()] as const;
    await new CollectCardDebtsJob(pool, new LedgerService(...parts, clock)).run(clock.now(), never);
    await pool.close();
  }

  it('is also of a payment that the bank advanced in full, once its debit shows it', async () => {
    const holder = await newCustomer(bank.shellUrl);
    await database.rows('UPDATE accounts SET overdraft_limit = 0 WHERE user_id = ?', [holder.id]);
    const card = await newCard(bank, database, holder, { virtual: true });
    const network = cardNetwork(bank);
    const original = newReference();
    const cleared = await network.post(
      'clearings',
      network.clearing(card.plastic, original, { amount: '30.00' }),
    );
    expect(cleared.code).toBe('00');
    for (const [added, left] of [
      [10, 0],
      [40, 2_000],
    ]) {
      await api(holder, 'POST', 'balance/update', { amount: added, type: 'add' });
      await collectDebts();
      expect(await balance(holder)).toBe(left);
    }
    const { body } = await api<{ transactions: { id: number; amount: number }[] }>(
      holder,
      'GET',
      'user/transactions?limit=3',
    );
    const [rest, , first] = body.transactions;
    expect([rest?.amount, first?.amount]).toEqual([-20, -10]);
    // The clearing is disputed once.
    expect((await dispute(holder, rest?.id ?? 0)).body.code).toBe('DISPUTE_NOT_POSSIBLE');
    const offer = await api(holder, 'GET', `transactions/${first?.id}/dispute`);
    expect(offer.body).toMatchObject({ remedy: 'chargeback', card: { id: card.id } });
    const { status, body: opened } = await dispute(holder, first?.id ?? 0, { ...words, reason: 'not_me' });
    expect(status).toBe(201);
    expect(await staff(opened.id)).toMatchObject({
      way: 'chargeback',
      refund: { state: 'possible', amount: 30 },
    });
    expect((await refund(clerk, opened.id)).status).toBe(200);
    await network.post('chargebacks', network.chargeback(original, { amount: '30.00' }));
    expect((await staff(opened.id)).refund).toMatchObject({ recovered: 30 });
    expect(await balance(holder)).toBe(5_000);
  });

  it('is taken back once when the claim is false, and not from an account that has it no more', async () => {
    const { id, holder } = await contested();
    const lost = await balanceOfBank(database, losses);
    expect((await refund(clerk, id, 'take_back')).body.code).toBe('REFUND_NOT_POSSIBLE');
    await refund(clerk, id);
    await spend(holder);
    expect((await refund(clerk, id, 'take_back')).body.code).toBe('INSUFFICIENT_FUNDS');
    await send(marie, holder);
    const both = await Promise.all([clerk, colleague].map((who) => refund(who, id, 'take_back')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await balance(holder), await balanceOfBank(database, losses)]).toEqual([500, lost]);
    expect((await staff(id)).refund).toMatchObject({ state: 'taken_back' });
    for (const act of ['pay', 'take_back']) {
      expect((await refund(clerk, id, act)).body.code).toBe('REFUND_NOT_POSSIBLE');
    }
  });

  it('above the limit of one administrator awaits another one', async () => {
    const { id, holder } = await contested();
    const [one, two] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
    for (const who of [one, two]) await promote(database, who);
    await database.rows(
      `INSERT INTO balance_adjustments (account_id, administrator_id, amount, created_at)
       SELECT id, ?, 999000, UTC_TIMESTAMP(3) FROM accounts WHERE user_id = ?`,
      [one.id, marie.id],
    );
    const asked = await refund(one, id);
    expect([asked.status, asked.body.awaiting, await balance(holder)]).toEqual([202, 'second_approval', 500]);
    expect((await staff(id)).refund).toMatchObject({ state: 'awaiting' });
    expect((await refund(two, id)).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect((await decide(one, asked.body.approval?.id)).body.code).toBe('SECOND_APPROVER_REQUIRED');
    const officer = await newCustomer(bank.shellUrl);
    await promote(database, officer, ['compliance']);
    expect((await decide(officer, asked.body.approval?.id)).body.code).toBe('OUTSIDE_ROLES');
    expect((await decide(two, asked.body.approval?.id)).status).toBe(200);
    expect(await balance(holder)).toBe(2_500);
    expect((await staff(id)).refund).toMatchObject({ state: 'paid', amount: 20 });
  });
});
