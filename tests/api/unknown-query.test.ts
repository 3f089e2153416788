/** @jest-environment ./tests/support/bank-environment.ts */
import { AppModule } from '../../bff/src/app.module';
import { routesOf } from '../../bff/src/platform/openapi/routes';
import { type NewCustomer, newCustomer, promote } from '../support/customers';
import { sharedBank } from '../support/shared-bank';

const { bank, database } = sharedBank();
const reads = routesOf(AppModule).filter(
  ({ method, access }) => method === 'get' && access && 'permission' in access,
);
let owner: NewCustomer;

beforeAll(async () => {
  owner = await newCustomer(bank.shellUrl);
  await promote(database, owner, ['owner']);
});

async function answerTo(path: string, { method = 'GET', token = owner.token } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${bank.shellUrl}/api/${path}`, { method, headers });
  const body = (await answer.json().catch(() => ({}))) as { code?: string; fields?: object };
  return { status: answer.status, code: body.code, fields: body.fields };
}

it('is refused by every read of signed-in persons, whatever it declares', async () => {
  const data = reads.filter(({ operation }) => !operation?.produces);
  expect(data.length).toBeGreaterThan(80);
  const accepting: string[] = [];
  for (const { path } of data) {
    const { status, code, fields } = await answerTo(`${path.replace(/:\w+/g, '1')}?surplus=1`);
    const isNamed = fields !== undefined && 'surplus' in fields;
    if (status !== 400 || code !== 'INVALID_QUERY' || !isNamed) accepting.push(`${path}: ${status} ${code}`);
  }
  expect(accepting).toEqual([]);
});

it('is refused only where nothing else is wrong with the caller, and also of a HEAD', async () => {
  const { token } = await newCustomer(bank.shellUrl);
  expect((await answerTo('carte?surplus=1', { token: 'none' })).status).toBe(401);
  expect((await answerTo('admin/stats?surplus=1', { token })).status).toBe(403);
  expect((await answerTo('carte?surplus=1', { token, method: 'HEAD' })).status).toBe(400);
  for (const method of ['GET', 'HEAD'])
    expect((await answerTo('carte?', { token, method })).status).toBe(200);
});

it('is left alone by files and streams without a query of their own', () => {
  const alone = reads.filter(({ operation, query }) => operation?.produces && !query);
  expect(alone.map(({ path }) => path).sort()).toEqual([
    'admin/cases/:id/files/:file',
    'admin/tickets/:id/attachments/:attachment',
    'events',
    'kyc/documents/:id',
    'settings/data-exports/:id/file',
    'user/cases/:id/files/:file',
  ]);
});
