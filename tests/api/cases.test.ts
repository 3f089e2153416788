/** @jest-environment ./tests/support/bank-environment.ts */
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, type NewCustomer, type SignedIn } from '../support/customers';
import { pdfFile, pngFile } from '../support/identity-files';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { type Case, form, words, caseCalls } from './case-fixture';

const shared = sharedBank();
const { bank, database } = shared;
const { people, api, dispute, purchase, newest, staff, balance } = caseCalls(shared);
let marie: NewCustomer;
let clerk: NewCustomer;
let colleague: NewCustomer;
beforeAll(async () => {
  ({ marie, clerk, colleague } = await people());
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
