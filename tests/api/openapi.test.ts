/** @jest-environment ./tests/support/bank-environment.ts */
import { eventData } from '@bank/contracts/events';
import { webhookTypes } from '@bank/contracts/partner-servers';
import { sharedBank } from '../support/shared-bank';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref?: string } }> };
  'x-events'?: Record<string, { $ref: string }>;
  responses: Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

const { bank } = sharedBank();
let document: Document;

beforeAll(async () => {
  document = (await call<Document>('GET', `${bank.shellUrl}/api/openapi.json`)).body;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** The session and platform tables of the wire contract, section 3, and its settings of the second factor. */
const contract = [
  'post /api/auth/signup',
  'post /api/auth/login',
  'get /api/auth/me',
  'post /api/auth/refresh',
  'post /api/auth/2fa',
  'get /api/auth/sessions',
  'delete /api/auth/sessions/{id}',
  'post /api/auth/password/forgot',
  'post /api/auth/password/reset',
  'post /api/auth/logout',
  'post /api/settings/2fa/setup',
  'post /api/settings/2fa/enable',
  'post /api/settings/2fa/disable',
  'get /api/health/live',
  'get /api/health/ready',
];

describe('the description of the API', () => {
  it('is OpenAPI 3.1 whose paths begin with /api', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\//);
  });

  it.each(contract)('has %s', (route) => {
    expect(operations().map(({ path, method }) => `${method} ${path}`)).toContain(route);
  });

  it('gives every operation a unique name, a summary, a tag and its responses', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { operation } of operations()) {
      expect(operation.summary).not.toBe('');
      expect(operation.tags).toHaveLength(1);
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
    }
  });

  it('describes every failure by the schema Error', () => {
    for (const { operation } of operations()) {
      const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(failures.map(([status]) => status)).toEqual(expect.arrayContaining(['429', '500', '503']));
      for (const [, { content }] of failures) {
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  it('describes access: signed-in operations have the bearer, 401 and 403; refreshing has its own scheme', () => {
    for (const { path, operation } of operations()) {
      const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
      if (!schemes.includes('bearer')) continue;
      expect([path, Object.keys(operation.responses)]).toEqual([
        path,
        expect.arrayContaining(['401', '403']),
      ]);
    }
    expect(document.paths['/api/auth/refresh']?.post?.security).toEqual([{ refresh: [] }]);
    expect(document.paths['/api/auth/login']?.post?.security).toEqual([]);
    expect(document.paths['/api/auth/me']?.get?.security).toEqual([{ bearer: [] }]);
  });

  it('describes the calls that need no bearer and refuse a bad one', async () => {
    const optional = operations().filter(({ operation }) => operation.security.length > 1);
    expect(optional.map(({ path }) => path).sort()).toEqual([
      '/api/auth/passkeys/options',
      '/api/auth/passkeys/verify',
      '/api/contact',
    ]);
    for (const { operation } of optional) {
      expect(operation.security).toEqual([{}, { bearer: [] }]);
      expect(operation.responses['401']?.description).toContain('`SESSION_EXPIRED`');
      expect(operation.responses['403']?.description).toContain('`PASSWORD_CHANGE_REQUIRED`');
    }
  });

  it('requires a body only where the server does', async () => {
    const required = (path: string) => document.paths[path]?.post?.requestBody?.required;
    expect(required('/api/auth/login')).toBe(true);
    const optional = operations().filter(({ operation }) => operation.requestBody?.required === false);
    const paths = optional.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/api/notifications/read', '/api/auth/passkeys/options']));
    const { token } = await newCustomer(bank.shellUrl);
    for (const { path } of optional) {
      const answer = await call<{ fields?: object }>('POST', bank.shellUrl + path.replace(/\{\w+\}/g, '1'), {
        token,
        approve: false,
      });
      expect([path, answer.body?.fields]).toEqual([path, undefined]);
    }
  });

  it('refers to existing schemas and path parameters only', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    for (const [, name = ''] of references) expect(Object.keys(document.components.schemas)).toContain(name);
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      expect([path, named]).toEqual([path, inPath]);
    }
  });

  it('describes the data of every live event, and of no other', () => {
    const streams = operations().filter(({ operation }) =>
      Object.values(operation.responses).some(({ content }) => content?.['text/event-stream']),
    );
    expect(streams.map(({ path }) => path)).toEqual(['/api/events']);
    const events = streams[0]?.operation['x-events'] ?? {};
    expect(Object.keys(events)).toEqual(Object.keys(eventData));
    for (const [type, { $ref }] of Object.entries(events)) {
      const schema = document.components.schemas[$ref.replace('#/components/schemas/', '')];
      expect([type, schema]).toEqual([
        type,
        expect.objectContaining({ type: 'object', description: expect.stringMatching(/\.$/) }),
      ]);
    }
    expect(document.components.schemas.BalanceEvent).toMatchObject({
      properties: { current_balance: { type: 'number' }, available_balance: {}, currency: {} },
      required: ['current_balance', 'available_balance', 'currency'],
    });
    expect(document.components.schemas.CaseQueueEvent).toMatchObject({ required: ['id'] });
  });

  it('describes what the bank sends to partners’ servers, and nothing else', () => {
    expect(Object.keys(document.webhooks)).toEqual([...webhookTypes]);
    const names = operations().map(({ operation }) => operation.operationId);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(names).not.toContain(post.operationId);
      expect(post.summary).toMatch(/\.$/);
      expect(post.parameters?.map(({ name }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ]);
      const { $ref = '' } = post.requestBody?.content['application/json']?.schema ?? {};
      const schema = document.components.schemas[$ref.replace('#/components/schemas/', '')];
      expect([type, schema]).toEqual([
        type,
        expect.objectContaining({
          required: ['type', 'timestamp', 'livemode', 'data'],
          properties: expect.objectContaining({ type: { type: 'string', const: type } }),
        }),
      ]);
    }
    expect(document.components.schemas.ApplicationApprovedWebhook).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/PartnerApplication' } },
    });
  });

  it('names the codes of each failure', () => {
    const signUp = document.paths['/api/auth/signup']?.post;
    expect(signUp?.responses['409']?.description).toContain('`EMAIL_TAKEN`');
    expect(signUp?.responses['422']?.description).toContain('`PASSWORD_TOO_COMMON`');
  });

  it('names the refusal of a query by reads of signed-in persons, and by no file without one', () => {
    const refusal = (path: string) => document.paths[path]?.get?.responses['400']?.description;
    for (const path of ['/api/carte', '/api/solde', '/api/admin/rules', '/api/user/transactions'])
      expect(refusal(path)).toContain('`INVALID_QUERY`');
    for (const path of ['/api/rates', '/api/kyc/documents/{id}']) expect(refusal(path)).toBeUndefined();
  });

  it('names how staff without the role are refused, and nobody else', () => {
    const refusals = (path: string, method: string) =>
      document.paths[path]?.[method]?.responses['403']?.description;
    for (const code of ['OUTSIDE_ROLES', 'ROLES_NOT_TOGETHER', 'PASSWORD_CHANGE_REQUIRED']) {
      expect(refusals('/api/admin/users/{id}', 'put')).toContain(`\`${code}\``);
    }
    expect(refusals('/api/solde', 'get')).not.toContain('OUTSIDE_ROLES');
    expect(refusals('/api/settings/password', 'post')).not.toContain('PASSWORD_CHANGE_REQUIRED');
  });

  /** Of the calls that change something, with a body of each kind that the server refuses before it asks what for. */
  it('describes the refusal of a body by every call that may have one, also where none is needed', async () => {
    const { token } = await newCustomer(bank.shellUrl);
    for (const [type, body] of [
      ['application/json', '{"half":'],
      ['text/xml', '<a/>'],
      ['application/json', `"${'a'.repeat(3_000_000)}"`],
    ] as const) {
      const answer = await fetch(`${bank.shellUrl}/api/mandates/1/block`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      });
      const { code } = (await answer.json()) as { code: string };
      for (const { path, method, operation } of operations()) {
        if (method === 'get') continue;
        const described = operation.responses[answer.status]?.description ?? '';
        expect([path, described.includes(`\`${code}\``)]).toEqual([path, true]);
      }
    }
  });
});

describe('the reader of the description', () => {
  it('loads only from this origin, under a policy without inline scripts', async () => {
    const page = await call<string>('GET', `${bank.shellUrl}/api/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/);
    for (const address of addresses) {
      expect(address).toMatch(/^\/api\/docs\//);
      const { status, headers } = await call('GET', bank.shellUrl + address);
      expect([address, status]).toEqual([address, 200]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('serves no other file of its package', async () => {
    for (const file of [
      'package.json',
      'index.html',
      '../nestjs-zod/package.json',
      '%2e%2e/pino/package.json',
    ]) {
      const { status } = await call('GET', `${bank.shellUrl}/api/docs/${file}`);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});
