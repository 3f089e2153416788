import { mock } from 'node:test';
import type { ErrorCode } from '@bank/contracts/errors';
import type { Language } from '@bank/contracts/language';
import { logSentence } from '@bank/contracts/log-texts';
import type { IdentifiedRequest } from '../http/actor';
import type { BackgroundTasks } from '../tasks/background-tasks.service';
import { ApiException } from '../errors/api-exception';
import type { AuditEvent, AuditService } from './audit.service';
import { RefusedAccess } from './refused-access.service';
import type { Database } from '../database/database';

const written: AuditEvent[] = [];
const record = (_source: unknown, event: AuditEvent) => Promise.resolve(void written.push(event));
let refused: RefusedAccess;

beforeEach(() => {
  mock.timers.enable({ apis: ['setInterval'] });
  written.length = 0;
  const background = { start: (_name: string, work: () => unknown) => void work() };
  refused = new RefusedAccess(
    {} as Database,
    { record } as unknown as AuditService,
    background as unknown as BackgroundTasks,
  );
  refused.onApplicationBootstrap();
});
afterEach(() => mock.timers.reset());

const request = (over: object = {}) =>
  ({
    id: 'call-1',
    method: 'GET',
    ip: '192.0.2.1',
    routeOptions: { url: '/api/admin/users' },
    user: { userId: 7, email: 'marie@example.org' },
    ...over,
  }) as unknown as IdentifiedRequest;
const note = (code: ErrorCode, over: object = {}, isOfAnother = false) =>
  refused.note(new ApiException(code, { isOfAnother }), request(over));
const messages = (language: Language = 'fr') =>
  written.map(({ action, text = action, values = {} }) => logSentence(text, values, language));

it('logs the first refusal at once, and the number of repeated ones once a minute', () => {
  for (let attempt = 0; attempt < 500; attempt += 1) note('FORBIDDEN');
  const first = 'Accès refusé (FORBIDDEN) : GET /api/admin/users, depuis 192.0.2.1.';
  expect(messages()).toEqual([first]);
  expect(written).toMatchObject([
    {
      action: 'access.refused',
      type: 'warning',
      requestId: 'call-1',
      userId: 7,
      email: 'marie@example.org',
    },
  ]);
  mock.timers.tick(60_000);
  const more = 'Accès refusé (FORBIDDEN) : GET /api/admin/users, depuis 192.0.2.1, 499 fois de plus.';
  expect(messages()).toEqual([first, more]);
  mock.timers.tick(60_000);
  note('FORBIDDEN');
  expect(messages()).toEqual([first, more, first]);
});

it('counts users, addresses and routes separately, and refusals of other users’ data', () => {
  note('FORBIDDEN');
  note('FORBIDDEN', { user: { userId: 8, email: 'paul@example.org' } });
  note('FORBIDDEN', { user: null, ip: '2001:db8::1' });
  note('FORBIDDEN', { user: null, ip: '2001:db8::2' });
  note('FORBIDDEN', { method: 'POST' });
  note('NOT_FOUND', {}, true);
  expect(messages()).toEqual([
    'Accès refusé (FORBIDDEN) : GET /api/admin/users, depuis 192.0.2.1.',
    'Accès refusé (FORBIDDEN) : GET /api/admin/users, depuis 192.0.2.1.',
    'Accès refusé (FORBIDDEN) : GET /api/admin/users, depuis 2001:db8::1.',
    'Accès refusé (FORBIDDEN) : POST /api/admin/users, depuis 192.0.2.1.',
    'Donnée d’un autre client refusée : GET /api/admin/users, depuis 192.0.2.1.',
  ]);
});

it('logs neither missing data nor checks that every user passes through', () => {
  note('NOT_FOUND');
  note('PASSWORD_CHANGE_REQUIRED');
  note('UNAUTHENTICATED');
  expect(written).toEqual([]);
});

it('bounds the number of logged refusals', () => {
  for (let user = 1; user <= 1_500; user += 1) note('FORBIDDEN', { user: { userId: user, email: '' } });
  expect(written).toHaveLength(1_000);
  mock.timers.tick(60_000);
  expect(messages().at(-1)).toBe('Accès refusés : 500 autres appels.');
  expect(written).toHaveLength(1_001);
});

it('writes the log in English as well', () => {
  note('FORBIDDEN');
  note('FORBIDDEN');
  note('NOT_FOUND', {}, true);
  note('NOT_FOUND', {}, true);
  mock.timers.tick(60_000);
  expect(messages('en')).toEqual([
    'Access refused (FORBIDDEN): GET /api/admin/users, from 192.0.2.1.',
    'Another customer’s data refused: GET /api/admin/users, from 192.0.2.1.',
    'Access refused (FORBIDDEN): GET /api/admin/users, from 192.0.2.1, and 1 more like it.',
    'Another customer’s data refused: GET /api/admin/users, from 192.0.2.1, and 1 more like it.',
  ]);
});
