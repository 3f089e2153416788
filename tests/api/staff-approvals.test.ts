/** @jest-environment ./tests/support/bank-environment.ts */
import { ageSessions, newPassword, type NewCustomer, promote } from '../support/customers';
import type { CallOptions } from '../support/http';
import { limits, newPerson, refused, waits, written, staffedBank } from './staff-fixture';

const { database, staff, payments, customer, balanceOf, limitOf, personOf, signIn } = staffedBank();

describe('one administrator alone', () => {
  it('cannot move 250 000 out: every step needs an administrator whom they did not create', async () => {
    const [attacker, mule] = [await staff.administrator(), await customer()];
    const raised = await staff.ask(attacker, 'PUT', `users/${mule.id}/limits`, {
      ...limits(250_000),
    });
    expect(raised).toMatchObject(waits);
    const fed = await staff.ask(attacker, 'PUT', `users/${mule.id}`, {
      ...written(mule, { balance: 250_000, reason: 'Versement' }),
    });
    expect(fed).toMatchObject(waits);
    expect([await balanceOf(mule), await limitOf(mule)]).toEqual([0, 10_000]);
    for (const { body } of [raised, fed]) {
      expect(await staff.approve(attacker, body.approval?.id)).toMatchObject(
        refused(403, 'SECOND_APPROVER_REQUIRED'),
      );
    }

    const accomplice = newPerson({ role: 'admin', password: newPassword });
    const made = await staff.ask(attacker, 'POST', 'users', { ...accomplice });
    expect(made).toMatchObject(waits);
    expect((await signIn(accomplice.email)).status).toBe(401);
    expect(await staff.approve(attacker, made.body.approval?.id)).toMatchObject(
      refused(403, 'SECOND_APPROVER_REQUIRED'),
    );
    const promoted = await staff.ask(attacker, 'PUT', `users/${mule.id}`, {
      ...written(mule, { role: 'admin', password: 'known-to-the-attacker' }),
    });
    expect(promoted).toMatchObject(waits);
    expect((await personOf(mule))?.role).toBe('user');
    expect(await staff.approve(mule, raised.body.approval?.id)).toMatchObject(refused(403, 'FORBIDDEN'));

    const colleague = await staff.administrator();
    const taken = await staff.ask(attacker, 'PUT', `users/${colleague.id}`, {
      ...written(colleague, { role: 'admin', password: 'known-to-the-attacker' }),
    });
    expect(taken).toMatchObject({ status: 200, body: { password_link_sent: true } });
    expect((await signIn(colleague.email, 'known-to-the-attacker')).status).toBe(401);
    expect((await signIn(colleague.email)).status).toBe(200);
    const moved = await staff.ask(attacker, 'PUT', `users/${colleague.id}`, {
      ...written(colleague, { role: 'admin', email: `attackers-${colleague.email}` }),
    });
    expect(moved).toMatchObject(waits);
    expect((await personOf(colleague))?.email).toBe(colleague.email);
    expect(await staff.approve(colleague, moved.body.approval?.id)).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    // A colleague whose access the attacker restored is no independent approver, now or later.
    for (const hours of [0, 1_000]) {
      await staff.age(colleague, hours);
      expect(await staff.approve(colleague, raised.body.approval?.id)).toMatchObject(
        refused(403, 'APPROVER_TOO_NEW'),
      );
    }
    expect([await balanceOf(mule), await limitOf(mule)]).toEqual([0, 10_000]);
  });

  it('cannot approve a payment together with an administrator they created, in either order', async () => {
    const attacker = await payments.protectedAdministrator();
    const puppet = await payments.protectedAdministrator();
    const [honest, payer] = [
      await payments.protectedAdministrator(),
      await payments.customer(30_000, 50_000),
    ];
    const note = (user: number, by: number, hours: number) =>
      database.rows(
        `INSERT INTO authority_changes (user_id, changed_by, act, created_at)
         VALUES (?, ?, 'created', UTC_TIMESTAMP(3) - INTERVAL ? HOUR)`,
        [user, by, hours],
      );
    await note(puppet.id, attacker.id, 1_000);
    for (const [first, second] of [
      [attacker, puppet],
      [puppet, attacker],
    ] as const) {
      const paid = await payments.pay(payer, { amount: 12_000 });
      expect(await payments.validate(first, paid, await first.freshCode())).toMatchObject(waits);
      expect(await payments.validate(second, paid, await second.freshCode())).toMatchObject(
        refused(403, 'APPROVER_TOO_NEW'),
      );
      if (first === attacker) await payments.reject(honest, paid);
      else {
        expect((await payments.validate(honest, paid, await honest.freshCode())).status).toBe(200);
      }
    }
    expect(await payments.fundsOf(payer)).toEqual([1_800_000, 0]);
  });

  it('cannot be a second approver within 24 hours of gaining access, but can afterwards', async () => {
    const [requester, other] = [await staff.administrator(), await staff.administrator()];
    const promotion = await staff.ask(requester, 'POST', 'users', {
      ...newPerson({ role: 'admin' }),
    });
    await staff.approved(promotion);
    const [made] = await database.rows(`SELECT id FROM users ORDER BY id DESC LIMIT 1`);
    const freshId = Number(made?.id);
    // By which what was asked about the person is found when their data is erased; the log never names them.
    const { id: request } = promotion.body.approval ?? {};
    const subject = 'SELECT subject_id FROM staff_approvals WHERE id = ?';
    expect(await database.rows(subject, [request])).toEqual([{ subject_id: freshId }]);
    const logged = `SELECT 1 FROM audit_log l JOIN users u ON u.id = ? WHERE l.action = 'approval.requested'
      AND INSTR(l.params, u.email)`;
    expect(await database.rows(logged, [freshId])).toEqual([]);
    expect(await database.rows('SELECT role FROM users WHERE id = ?', [freshId])).toEqual([
      { role: 'admin' },
    ]);
    const fresh = await staff.administrator();
    await database.rows('UPDATE authority_changes SET user_id = ? WHERE user_id = ?', [fresh.id, freshId]);
    const target = await customer();
    const asked = await staff.ask(other, 'PUT', `users/${target.id}/limits`, { ...limits(20_000) });
    await staff.age(fresh, 23);
    expect(await staff.approve(fresh, asked.body.approval?.id)).toMatchObject(
      refused(403, 'APPROVER_TOO_NEW'),
    );
    await staff.age(fresh, 2);
    const own = await staff.ask(requester, 'PUT', `users/${target.id}/limits`, {
      ...limits(30_000),
    });
    expect(await staff.approve(fresh, own.body.approval?.id)).toMatchObject(refused(403, 'APPROVER_TOO_NEW'));
    expect(await staff.approve(fresh, asked.body.approval?.id)).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    });
    expect(await limitOf(target)).toBe(20_000);
  });

  it('cannot move more in ten parts than in one, to one account or several', async () => {
    const [administrator, target] = [await staff.administrator(), await customer()];
    const bring = (who: NewCustomer, balance: number, by = administrator, more?: CallOptions) =>
      staff.ask(by, 'PUT', `users/${who.id}`, written(who, { balance, reason: 'Part' }), more);
    for (const balance of [3_000, 6_000, 9_000]) expect((await bring(target, balance)).status).toBe(200);
    await ageSessions(database, administrator);
    expect(await bring(target, 12_000, administrator, { approve: false })).toMatchObject({
      ...refused(403, 'APPROVAL_REQUIRED'),
      body: { approval: { summary: { action: 'user_change', amount: 12_000 } } },
    });
    expect(await bring(target, 12_000, administrator)).toMatchObject(waits);
    // Nor by reversing adjustments, through other accounts, or between administrators.
    expect(await bring(target, 0, administrator)).toMatchObject(waits);
    expect(await bring(await customer(), 3_000, administrator)).toMatchObject(waits);
    expect(await bring(target, 12_000, await staff.administrator())).toMatchObject(waits);
    expect(await staff.ask(administrator, 'POST', 'users', newPerson({ balance: 5_000 }))).toMatchObject(
      waits,
    );
    expect((await bring(target, 10_000)).status).toBe(200);
    expect(await balanceOf(target)).toBe(10_000);
    await database.rows(
      'UPDATE balance_adjustments SET created_at = created_at - INTERVAL 25 HOUR WHERE administrator_id = ?',
      [administrator.id],
    );
    expect((await bring(target, 11_000)).status).toBe(200);
  });

  it('cannot move more by simultaneous parts', async () => {
    const administrator = await staff.administrator();
    const targets = await Promise.all(Array.from({ length: 6 }, customer));
    const answers = await Promise.all(
      targets.map((target) =>
        staff.ask(administrator, 'PUT', `users/${target.id}`, {
          ...written(target, { balance: 4_000, reason: 'Part' }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 202, 202, 202, 202]);
  });
});

describe('for oneself an administrator', () => {
  it('cannot change balance, limit, role, verification, status, or the receiver of codes', async () => {
    const me = await staff.administrator();
    await staff.administrator();
    const own = written(me, { role: 'admin' });
    for (const change of [
      { role: 'user' },
      { status: 'inactive' },
      { kyc_status: 'rejected' },
      { balance: 5, reason: 'Prime' },
      { email: `other-${me.email}` },
      { phone: '+33 6 12 34 56 78' },
      { password: 'another-long-enough' },
    ]) {
      const answer = await staff.ask(me, 'PUT', `users/${me.id}`, { ...own, ...change });
      expect([change, answer]).toMatchObject([change, refused(403, 'OWN_USER_CHANGE')]);
    }
    expect(await staff.ask(me, 'PUT', `users/${me.id}/limits`, { ...limits(9_000) })).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    expect(await staff.ask(me, 'POST', `users/${me.id}/activate`, { status: 'inactive' })).toMatchObject(
      refused(403, 'OWN_USER_CHANGE'),
    );
    expect(await personOf(me)).toMatchObject({ role: 'admin', status: 'active', kyc_status: 'approved' });
    expect([await balanceOf(me), await limitOf(me)]).toEqual([0, 10_000]);
  });

  it('cannot end a request about money of their own, which only colleagues and its requester do', async () => {
    const [requester, me] = [await staff.administrator(), await customer()];
    const ask = (path: string, body: object) => staff.ask(requester, 'PUT', `users/${me.id}${path}`, body);
    const money = [
      await ask('/limits', limits(20_000)),
      await ask('', written(me, { balance: 20_000, reason: 'Prime' })),
    ].map(({ body }) => body.approval?.id);
    for (const roles of [['payments'], ['owner']] as const) {
      await promote(database, me, [...roles]);
      for (const id of money)
        expect(await staff.refuse(me, id)).toMatchObject(refused(403, 'OWN_USER_CHANGE'));
    }
    const [limit, balance] = money;
    expect(await staff.refuse(requester, limit)).toMatchObject({ status: 200, body: { status: 'refused' } });
    const colleague = await staff.administrator();
    expect(await staff.refuse(colleague, balance)).toMatchObject({ status: 200 });
    // An owner keeps others from taking over their own account.
    const moved = await ask('', written(me, { role: 'admin', email: `other-${me.email}` }));
    expect(await staff.refuse(me, moved.body.approval?.id)).toMatchObject({ status: 200 });
  });

  it('can still change the name', async () => {
    const me = await staff.administrator();
    const named = { ...written(me, { role: 'admin', balance: 0 }), last_name: 'Roy' };
    expect(await staff.ask(me, 'PUT', `users/${me.id}`, named)).toMatchObject({
      status: 200,
      body: { last_name: 'Roy' },
    });
  });
});
