/** @jest-environment ./tests/support/bank-environment.ts */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppModule } from '../../bff/src/app.module';
import { appointFirstOwner } from '../../bff/src/people/users/first-owner';
import { routesOf, type Route } from '../../bff/src/platform/openapi/routes';
import { staffRolePage, staffRolesOf } from '../../bff/src/platform/openapi/staff-role-table';
import { errorText } from '../../libs/contracts/errors';
import {
  decidesAboutMoney,
  mayCombine,
  type Permission,
  permissions,
  staffRoles,
  staffRolesFor,
  type StaffRole,
} from '../../libs/contracts/permissions';
import { longIt } from '../support/at-length';
import { newCustomer, type NewCustomer, newPassword, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { startLedger, type TestLedger } from '../support/ledger';
import { repository } from '../support/repository';
import { sharedBank } from '../support/shared-bank';
import { somebody } from './people';

const { bank, database } = sharedBank();
const staffRoutes = routesOf(AppModule).filter((route) => staffRolesOf(route));
const lawOf = ({ access, method }: Route) => JSON.stringify([access, method === 'get']);
/** One route of each permission that is read, and that is changed. */
const oneOfEach = [...new Map(staffRoutes.map((route) => [lawOf(route), route])).values()];
const nameOf = ({ method, path: address }: Route) => `${method} ${address}`;

async function member(...held: StaffRole[]): Promise<NewCustomer> {
  const person = await newCustomer(bank.shellUrl);
  await promote(database, person, held);
  return person;
}

const send = <Body = Record<string, unknown>>(
  who: SignedIn,
  method: string,
  address: string,
  body?: unknown,
) =>
  call<Body & { code?: string; fields?: Record<string, string> }>(method, `${bank.shellUrl}/api/${address}`, {
    token: who.token,
    body,
  });

/** The response to an empty call of a route about an unknown resource. */
async function answerOf({ method, path: address }: Route, token: string) {
  const answer = await fetch(`${bank.shellUrl}/api/${address.replace(/:\w+/g, '999999999')}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'get' && method !== 'head' && { body: '{}' }),
  });
  const body = (await answer.json().catch(() => ({}))) as { code?: string; error?: string };
  return { status: answer.status, ...body };
}

describe('staff roles', () => {
  /** The routes that open to a role against the table, or stay closed against it. */
  async function wrongFor(role: StaffRole, routes: Route[]): Promise<string[]> {
    const { token } = await member(role);
    const wrong: string[] = [];
    for (const route of routes) {
      const { code } = await answerOf(route, token);
      const isOpen = code !== 'OUTSIDE_ROLES';
      if (isOpen !== staffRolesOf(route)?.includes(role)) wrong.push(nameOf(route));
    }
    return wrong;
  }
  const limitedRoles = staffRoles.filter((role) => role !== 'owner');
  it.each(limitedRoles)('open to %s what the table lists, and nothing else', async (role) => {
    expect(await wrongFor(role, oneOfEach)).toEqual([]);
  });
  it.each(staffRoles)('open to %s by HEAD what they open by GET', async (role) => {
    const { id, token } = await member(role);
    const reads = oneOfEach.filter(({ method }) => method === 'get');
    for (const route of reads) {
      const { status } = await answerOf(route, token);
      expect([nameOf(route), await answerOf({ ...route, method: 'head' }, token)]).toEqual([
        nameOf(route),
        { status },
      ]);
    }
    if (role !== 'auditor') return;
    const refused = "SELECT id FROM audit_log WHERE user_id = ? AND action = 'access.refused'";
    expect(await database.rows(refused, [id])).toEqual([]);
  });
  longIt.each(limitedRoles)('open to %s what the table lists of every route', async (role) => {
    expect(await wrongFor(role, staffRoutes)).toEqual([]);
  });

  it('are needed for every route of staff, as the refusal explains', async () => {
    const person = await member();
    const answers: unknown[] = [];
    for (const route of staffRoutes) {
      const { status, code, error } = await answerOf(route, person.token);
      answers.push([status, code, error]);
    }
    const refusal = [403, 'OUTSIDE_ROLES', errorText('OUTSIDE_ROLES', 'fr')];
    expect(answers).toEqual(staffRoutes.map(() => refusal));
    const { body } = await send(person, 'GET', 'auth/me');
    expect(body).toMatchObject({ staff_roles: [], staff_permissions: { read: [], change: [] } });
  });

  it('leave an auditor nothing to change, at any route', async () => {
    const { token } = await member('auditor');
    const changing = staffRoutes.filter(({ method }) => method !== 'get');
    const open: string[] = [];
    for (const route of changing) {
      const { status } = await answerOf(route, token);
      if (status !== 403) open.push(`${nameOf(route)}: ${status}`);
    }
    expect(changing.length).toBeGreaterThan(50);
    expect(open).toEqual([]);
  });

  it('that see a page in the navigation may read its data', () => {
    const firstCallOf: Record<string, string> = {
      '/admin': 'admin/stats',
      '/admin/validate-payments': 'paiement',
      '/admin/rail': 'admin/rail',
      '/admin/conversations': 'admin/conversations',
      '/admin/exchange': 'admin/exchange',
    };
    const places = ['admin-payments', 'admin-users', 'support'].flatMap((remote) => {
      const file = readFileSync(path.join(repository, 'remotes', remote, 'remote.json'), 'utf8');
      return (JSON.parse(file) as { nav: { path: string; permission?: Permission }[] }).nav;
    });
    const offered = places.flatMap(({ path: place, permission }) => {
      if (!permission) return [];
      const called = firstCallOf[place] ?? place.slice(1);
      const route = staffRoutes.find((each) => each.method === 'get' && each.path === called);
      const mayRead = (route && staffRolesOf(route)) ?? [];
      const inVain = staffRolesFor(permission, 'read')?.filter((role) => !mayRead.includes(role));
      return [[place, inVain]];
    });
    expect(offered.length).toBeGreaterThan(15);
    expect(offered.filter(([, inVain]) => inVain?.length !== 0)).toEqual([]);
  });

  it('are named for every route of administrators in the documentation', () => {
    const page = readFileSync(path.join(repository, 'bff/staff-roles.md'), 'utf8');
    expect(page).toBe(staffRolePage(routesOf(AppModule)));
    const unnamed = routesOf(AppModule).filter(
      (route) => route.path.startsWith('admin') && !staffRolesOf(route),
    );
    expect(unnamed.map(nameOf)).toEqual([]);
  });

  it('let nobody both change balances and publish code, nor an auditor change anything', () => {
    const changes = (role: StaffRole) => permissions['balances:change'].changes.some((each) => each === role);
    expect(staffRoles.filter(changes)).toEqual(['payments', 'owner']);
    // Compliance accepts disputes, which bring money back.
    expect(staffRoles.filter(decidesAboutMoney)).toEqual(['payments', 'compliance', 'owner']);
    expect(permissions['releases:manage'].changes).toEqual(['releases']);
    expect(staffRoles.filter((role) => decidesAboutMoney(role) && mayCombine([role, 'releases']))).toEqual(
      [],
    );
    expect(mayCombine(['auditor', 'support'])).toBe(false);
    const changing = staffRoutes.filter(({ method }) => method !== 'get');
    expect(changing.filter((route) => staffRolesOf(route)?.includes('auditor')).map(nameOf)).toEqual([]);
  });

  it('publish nothing with a role about money that was given before the rule, as the list of staff shows', async () => {
    for (const role of ['compliance', 'payments'] as const) {
      const holder = await member(role, 'releases');
      const refused = await send(holder, 'POST', 'admin/releases/cards/rollback', { reason: 'Retour' });
      expect([role, refused.status, refused.body.code]).toEqual([role, 403, 'ROLES_NOT_TOGETHER']);
      expect(refused.body).toMatchObject({
        reason: expect.stringContaining('publie'),
        next_step: { action: 'ask_owner', text: expect.stringContaining('propriétaire'), path: null },
      });
      const beyond = await send(holder, 'POST', 'admin/partners', {});
      expect([role, beyond.body.code]).toEqual([role, 'OUTSIDE_ROLES']);
      const { body } = await send<{ staff_permissions: { change: string[] } }>(holder, 'GET', 'auth/me');
      expect(body.staff_permissions.change).not.toContain('releases:manage');
      expect(body.staff_permissions.change).toContain('cases:decide');
      const owner = await member('owner');
      const listed = await send<{ users: { id: number; staff_roles: string[] }[] }>(
        owner,
        'GET',
        `admin/users?search=${holder.username}`,
      );
      expect(listed.body.users).toEqual([
        expect.objectContaining({
          id: holder.id,
          staff_roles: expect.arrayContaining([role, 'releases']) as string[],
        }),
      ]);
    }
    const { body } = await send<{ staff_permissions: { change: string[] } }>(
      await member('releases', 'support'),
      'GET',
      'auth/me',
    );
    expect(body.staff_permissions.change).toContain('releases:manage');
  });

  it('are in the user object with their permissions', async () => {
    const { body } = await send(await member('auditor'), 'GET', 'auth/me');
    expect(body).toMatchObject({
      role: 'admin',
      staff_roles: ['auditor'],
      staff_permissions: { change: [] },
    });
    const { body: customer } = await send(await newCustomer(bank.shellUrl), 'GET', 'auth/me');
    expect(customer).not.toHaveProperty('staff_roles');
  });
});

describe('the first owner', () => {
  let own: TestLedger;

  beforeAll(async () => (own = await startLedger(2)));
  afterAll(() => own.stop());

  it('is a person who verified their e-mail, once', async () => {
    await own.owner.rows("UPDATE users SET role = 'user', staff_roles = ''");
    const [person, other] = await own.owner.rows('SELECT id, email FROM users ORDER BY id LIMIT 2');
    if (!person?.email || !other?.email) throw new Error('the ledger lacks people');
    expect(await appointFirstOwner(own.database, person.email)).toBe('person_unknown');
    await own.owner.rows('UPDATE users SET email_verified_at = UTC_TIMESTAMP(3)');
    const answers = await Promise.all(
      [person.email, other.email].map((email) => appointFirstOwner(own.database, email)),
    );
    expect(answers.sort()).toEqual(['owner_exists', undefined]);
    expect(await own.owner.rows("SELECT 1 FROM users WHERE FIND_IN_SET('owner', staff_roles)")).toHaveLength(
      1,
    );
  });
});

describe('a change of a person', () => {
  const person = async (change: Record<string, unknown> = {}) => {
    const { id, username, email } = await newCustomer(bank.shellUrl);
    const fixed = { first_name: 'Test', last_name: 'Client', role: 'user', status: 'active' };
    return { id, body: { ...fixed, kyc_status: 'approved', email, username, ...change } };
  };
  const refusedFields = async (who: SignedIn, change: Record<string, unknown>) => {
    const { id, body } = await person(change);
    const answer = await send(who, 'PUT', `admin/users/${id}`, body);
    return answer.status === 403 ? Object.keys(answer.body.fields ?? {}) : answer.status;
  };

  it('is decided field by field', async () => {
    const [support, payments, compliance] = [
      await member('support'),
      await member('payments'),
      await member('compliance'),
    ];
    expect(await refusedFields(support, { last_name: 'Roy' })).toBe(200);
    expect(await refusedFields(support, { balance: 5, reason: 'Geste' })).toEqual(['balance']);
    expect(await refusedFields(support, { kyc_status: 'rejected' })).toEqual(['kyc_status']);
    expect(await refusedFields(payments, { balance: 5, reason: 'Geste' })).toBe(200);
    expect(await refusedFields(payments, { email: 'a@example.org', password: newPassword })).toEqual([
      'email',
      'password',
    ]);
    expect(await refusedFields(compliance, { kyc_status: 'rejected' })).toBe(200);
    expect(await refusedFields(compliance, { role: 'admin' })).toEqual(['role', 'staff_roles']);
  });

  it('of a colleague is for owners', async () => {
    const [support, colleague] = [await member('support'), await member('payments')];
    const { body: saved } = await send(await member('owner'), 'GET', `admin/users/${colleague.id}`);
    const changed = { ...saved, last_name: 'Roy', staff_roles: undefined, balance: undefined };
    const answer = await send(support, 'PUT', `admin/users/${colleague.id}`, changed);
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'OUTSIDE_ROLES', fields: { last_name: expect.any(String) } },
    });
    const { reason, ...limits } = {
      transfer_limit: 9_000,
      withdrawal_limit: 1_000,
      card_limit: 3_000,
      reason: 'Achat',
    };
    for (const [who, method, address, body] of [
      [support, 'POST', 'activate', { status: 'inactive' }],
      [support, 'DELETE', '', undefined],
      [await member('payments'), 'PUT', 'limits', { ...limits, reason }],
    ] as const) {
      const { status } = await send(
        who,
        method,
        `admin/users/${colleague.id}/${address}`.replace(/\/$/, ''),
        body,
      );
      expect(status).toBe(403);
    }
  });

  it('of a colleague is approved by owners only, whatever it changes', async () => {
    const [owner, colleague] = [await member('owner'), await member('payments')];
    const { body: saved } = await send(owner, 'GET', `admin/users/${colleague.id}`);
    const asked = await send<{ approval: { id: number } }>(owner, 'PUT', `admin/users/${colleague.id}`, {
      ...saved,
      balance: undefined,
      email: `new-${colleague.email}`,
    });
    expect(asked.status).toBe(202);
    const support = await member('support');
    const approve = (who: SignedIn) => send(who, 'POST', `admin/approvals/${asked.body.approval.id}/approve`);
    expect(await approve(support)).toMatchObject({ status: 403, body: { code: 'OUTSIDE_ROLES' } });
    const refusal = `admin/approvals/${asked.body.approval.id}/refuse`;
    expect(await send(support, 'POST', refusal, { reason: 'Non' })).toMatchObject({
      status: 403,
      body: { code: 'OUTSIDE_ROLES' },
    });
    const { body: seen } = await send<{ approvals: { id: number; obstacle: string }[] }>(
      support,
      'GET',
      'admin/approvals?status=pending&limit=100',
    );
    expect(seen.approvals.find(({ id }) => id === asked.body.approval.id)?.obstacle).toBe('OUTSIDE_ROLES');
    expect((await approve(await member('owner'))).status).toBe(200);
  });

  it('assigns other staff roles only with a second owner, who must not be the person', async () => {
    const [owner, colleague] = [await member('owner'), await member('support')];
    const { body: saved } = await send(owner, 'GET', `admin/users/${colleague.id}`);
    const change = (held: string[]) =>
      send(owner, 'PUT', `admin/users/${colleague.id}`, {
        ...saved,
        balance: undefined,
        staff_roles: held,
      });
    for (const role of ['payments', 'compliance', 'owner']) {
      expect(await change([role, 'releases'])).toMatchObject({
        status: 422,
        body: { fields: { staff_roles: expect.any(String) } },
      });
    }
    expect(await change([])).toMatchObject({ status: 422 });
    const asked = await change(['support', 'payments']);
    expect(asked).toMatchObject({ status: 202, body: { awaiting: 'second_approval' } });
    const { approval } = asked.body as unknown as { approval: { id: number } };
    const approve = (who: SignedIn) => send(who, 'POST', `admin/approvals/${approval.id}/approve`);
    expect(await approve(colleague)).toMatchObject({ body: { code: 'OWN_USER_CHANGE' } });
    expect(await approve(await member('payments'))).toMatchObject({ body: { code: 'OUTSIDE_ROLES' } });
    expect((await approve(await member('owner'))).status).toBe(200);
    const { body: after } = await send(colleague, 'GET', 'auth/me');
    expect(after).toMatchObject({ staff_roles: ['support', 'payments'] });
  });

  it('of a customer with a large balance needs the permissions to add people and to change balances', async () => {
    const added = { ...somebody(), role: 'user', status: 'active', kyc_status: 'pending', balance: 25_000 };
    const ask = async (who: SignedIn, change: object = {}) =>
      send<{ approval?: { id: number } }>(who, 'POST', 'admin/users', { ...added, ...change });
    const clerk = await member('support', 'payments');
    const asked = await ask(clerk);
    expect(asked).toMatchObject({ status: 202, body: { awaiting: 'second_approval' } });
    const approve = (who: SignedIn) =>
      send(who, 'POST', `admin/approvals/${asked.body.approval?.id}/approve`);
    expect(await approve(await member('payments'))).toMatchObject({ body: { code: 'OUTSIDE_ROLES' } });
    expect((await approve(await member('support', 'payments'))).status).toBe(200);
    const chosen = await ask(clerk, { kyc_status: 'approved' });
    expect(chosen).toMatchObject({ status: 403, body: { code: 'OUTSIDE_ROLES' } });
  });

  it('reaches the colleagues who may decide about it, and to no others', async () => {
    const [owner, colleague] = [await member('owner'), await member('support')];
    for (const role of ['owner', 'payments', 'auditor', 'releases'] as const) await member(role);
    const { body: saved } = await send(owner, 'GET', `admin/users/${colleague.id}`);
    const { body } = await send<{ approval: { id: number } }>(owner, 'PUT', `admin/users/${colleague.id}`, {
      ...saved,
      balance: undefined,
      staff_roles: ['support', 'payments'],
    });
    const told = await database.rows(
      `SELECT DISTINCT u.staff_roles AS held FROM notifications n JOIN users u ON u.id = n.user_id
       WHERE n.text_key = 'approval_waiting' AND JSON_VALUE(n.text_values, '$.id') = ?`,
      [body.approval.id],
    );
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter(({ held }) => !String(held).includes('owner'))).toEqual([]);
  });

  it('is refused once its requester has lost the role for it', async () => {
    const [owner, colleague] = [await member('owner'), await member('support')];
    const { body: saved } = await send(owner, 'GET', `admin/users/${colleague.id}`);
    const { body } = await send<{ approval: { id: number } }>(owner, 'PUT', `admin/users/${colleague.id}`, {
      ...saved,
      balance: undefined,
      staff_roles: ['owner'],
    });
    await promote(database, owner, ['support']);
    const approved = await send(await member('owner'), 'POST', `admin/approvals/${body.approval.id}/approve`);
    expect(approved).toMatchObject({ status: 409, body: { code: 'APPROVAL_OUTDATED' } });
  });
});
