/** @jest-environment ./tests/support/bank-environment.ts */
import type { KycQueue, KycSubmission } from '@bank/contracts/kyc';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { sharedBank } from '../support/shared-bank';
import { type File, form, identityCalls, pdf, png } from './kyc-fixture';

const { bank, database } = sharedBank();
let admin: SignedIn;
const { submit, read, queue, review, pendingOf } = identityCalls(bank, () => admin.token);

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await promote(database, admin);
});

describe('a document', () => {
  it('is shown to its owner and to administrators, and to nobody else', async () => {
    const [owner, other] = [
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
    ];
    const files: File[] = [
      ['pièce "d’identité".pdf', pdf],
      ['moi.png', png],
    ];
    const { body } = await submit(owner, form(files));
    const [paper, picture] = body.documents.map(({ id }) => `${bank.shellUrl}/api/kyc/documents/${id}`);
    const mine = await fetch(paper ?? '', { headers: { authorization: `Bearer ${owner.token}` } });
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(mine.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
    const disposition = mine.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\w.-]+\.pdf"; filename\*=UTF-8''pi%C3%A8ce/);
    const shown = await call('GET', picture ?? '', { token: admin.token });
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
    expect((await call('GET', paper ?? '', { token: other.token })).status).toBe(404);
    expect((await call('GET', paper ?? '')).status).toBe(401);
    const lines = await database.rows(`SELECT action FROM audit_log WHERE user_id = ?`, [admin.id]);
    expect(lines).toContainEqual({ action: 'kyc.document_viewed' });
  });

  it('is shown to administrators only while they are shown its submission', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const sent = async () => (await submit(person, form([['a.pdf', pdf]]))).body.documents[0]?.id;
    const [first, second] = [await sent(), await sent()];
    const status = async (id: number | undefined, { token }: { token: string }) =>
      (
        await fetch(`${bank.shellUrl}/api/kyc/documents/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    expect([await status(first, admin), await status(second, admin)]).toEqual([404, 200]);
    expect(await status(first, person)).toBe(200);
    const gone = await call('DELETE', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
    });
    expect(gone.status).toBe(204);
    expect(await status(second, admin)).toBe(404);
  });
});

describe('a review', () => {
  it('approves for two years and notifies the person', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const page = await listen(bank.shellUrl, person.token);
    const { status, body } = await review(await pendingOf(person), { status: 'approved' });
    expect(status).toBe(200);
    const kyc = await read(person);
    expect(kyc).toMatchObject({ status: 'approved', documents: [{ status: 'approved' }] });
    expect(kyc.verificationDate).toBe(body.reviewed_at);
    const [verified, expires] = [new Date(kyc.verificationDate ?? 0), new Date(kyc.expiryDate ?? 0)];
    expect(expires.getUTCFullYear() - verified.getUTCFullYear()).toBe(2);
    expect((await page.next('kyc')).data).toEqual({ status: 'approved' });
    page.close();
    const told = await call('GET', `${bank.shellUrl}/api/notifications`, { token: person.token });
    expect(told.body.notifications).toMatchObject([
      { type: 'success', message: 'Votre identité a été validée. Accès complet activé !' },
    ]);
    const again = await submit(person, form([['a.pdf', pdf]]));
    expect(again).toMatchObject({ status: 409, body: { code: 'KYC_ALREADY_APPROVED' } });
    // Run out, but not yet asked for again by the job.
    const runOut = 'UPDATE users SET identity_approved_at = UTC_TIMESTAMP(3) - INTERVAL 2 YEAR WHERE id = ?';
    await database.rows(runOut, [person.id]);
    expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
    expect(await read(person)).toMatchObject({ status: 'pending' });
  });

  it('is also done by an administrator who changes a person’s status', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const changed = await call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: {
        email: person.email,
        first_name: 'Zoé',
        last_name: 'Roy',
        role: 'user',
        status: 'active',
        kyc_status: 'approved',
      },
    });
    expect(changed.status).toBe(200);
    const kyc = await read(person);
    expect(kyc).toMatchObject({ status: 'approved', documents: [{ status: 'approved' }] });
    expect(kyc.expiryDate).toBeTruthy();
  });

  it('rejects with a reason, after which the person may try again', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    await review(await pendingOf(person), { status: 'rejected', reason: 'Document illisible' });
    expect(await read(person)).toMatchObject({
      status: 'rejected',
      reason: 'Document illisible',
      verificationDate: null,
      expiryDate: null,
    });
    expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
    expect(await read(person)).toMatchObject({ status: 'pending', reason: null, reviewed_at: null });
  });

  it('happens once, also when two administrators decide at once', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const id = await pendingOf(person);
    const answers = await Promise.all([
      review(id, { status: 'approved' }),
      review(id, { status: 'rejected' }),
      review(id, { status: 'approved' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const seen = await call('GET', `${bank.shellUrl}/api/admin/kyc/${id}`, { token: admin.token });
    expect(seen.body).toMatchObject({
      reviewed_by: 'person',
      decided_by: { id: admin.id, name: 'Test Client' },
    });
    expect(await read(person)).not.toHaveProperty('decided_by');
    expect(await review(id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'KYC_NOT_PENDING' },
    });
  });

  it('is for administrators only, and not for their own submission', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect((await review(1, { status: 'approved' }, person.token)).status).toBe(403);
    expect((await review(999_999, { status: 'approved' })).status).toBe(404);
    const other = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await promote(database, other);
    await submit(other, form([['a.pdf', pdf]]));
    expect((await review(await pendingOf(other), { status: 'approved' }, other.token)).status).toBe(403);
  });

  it('reads one submission by its id, for administrators only', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const [listed] = (await queue('?limit=100')).filter(({ user_id: owner }) => owner === person.id);
    const one = `${bank.shellUrl}/api/admin/kyc/${listed?.id}`;
    expect((await call('GET', one, { token: admin.token })).body).toEqual(listed);
    expect((await call('GET', one, { token: person.token })).status).toBe(403);
  });

  it('shows nobody what the check found about themselves, and their colleagues all of it', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const id = await pendingOf(person);
    const finding = {
      code: 'sanctions_list',
      severity: 'objection',
      document_id: null,
      place: null,
      values: {},
    };
    await database.rows(
      `INSERT INTO identity_checks (submission_id, done_at, findings) VALUES (?, NOW(3), ?)
       ON DUPLICATE KEY UPDATE done_at = VALUES(done_at), findings = VALUES(findings)`,
      [id, JSON.stringify([finding])],
    );
    await promote(database, person);
    const seenBy = async ({ token }: SignedIn) => {
      const read = async <Body>(path: string) =>
        (await call<Body>('GET', `${bank.shellUrl}/api/admin/kyc${path}`, { token })).body;
      const one = await read<KycSubmission>(`/${id}`);
      const { submissions } = await read<KycQueue>('?status=pending&limit=100');
      return [one, submissions.find((each) => each.id === id)].map((each) => each?.findings.length);
    };
    expect(await seenBy(person)).toEqual([0, 0]);
    const [one, listed] = await seenBy(admin);
    expect([one, listed]).toEqual([listed, expect.any(Number)]);
    expect(one).toBeGreaterThan(0);
  });

  it('is pending only for people with a submission', async () => {
    const waiting = async () =>
      (await call<{ kycPending: number }>('GET', `${bank.shellUrl}/api/admin/stats`, { token: admin.token }))
        .body.kycPending;
    const before = await waiting();
    const [person, leaver] = [
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
    ];
    expect(await waiting()).toBe(before);
    for (const file of ['a.png', 'b.png']) await submit(person, form([[file, png]]));
    await submit(leaver, form([['a.png', png]]));
    expect(await waiting()).toBe(before + 2);
    expect((await queue('?limit=1')).length).toBe(1);
    await review(await pendingOf(person), { status: 'rejected' });
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [leaver.id]);
    expect(await waiting()).toBe(before);
  });

  it('lists decided ones, the newest first', async () => {
    for (const status of ['approved', 'rejected']) {
      const listed = await queue(`?status=${status}&limit=100`);
      const ids = listed.map(({ id }) => id);
      expect(new Set(listed.map((each) => each.status))).toEqual(new Set([status]));
      expect(ids).toEqual([...ids].sort((left, right) => right - left));
    }
  });

  it('lists pending ones, the oldest first', async () => {
    const ids = (await queue('?limit=100')).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    const pages = await Promise.all([1, 2, 3].map((page) => queue(`?status=all&limit=100&page=${page}`)));
    expect(new Set(pages.flat().map(({ status }) => status))).toEqual(
      new Set(['pending', 'approved', 'rejected']),
    );
  });
});
