import { Controller, Get, Module, Post } from '@nestjs/common';
import { z } from 'zod';
import { AppModule } from '../../bff/src/app.module';
import { Permission, Public } from '../../bff/src/platform/http/permission';
import { routesOf, type Route } from '../../bff/src/platform/openapi/routes';

@Controller('fixture')
class FixtureController {
  @Get('open')
  @Public()
  open() {
    return '';
  }

  @Get('closed')
  @Permission('account:own')
  closed() {
    return '';
  }

  @Post('forgotten')
  forgotten() {
    return '';
  }
}

@Controller('inherited')
@Permission('users:manage')
class InheritedController {
  @Get()
  list() {
    return '';
  }
}

@Module({ controllers: [InheritedController] })
class InnerFixtureModule {}

@Module({ controllers: [FixtureController], imports: [InnerFixtureModule] })
class FixtureModule {}

const undeclared = (routes: Route[]) =>
  routes.filter(({ access }) => !access).map(({ method, path }) => `${method} ${path}`);

it('every route of the server declares its access', () => {
  const routes = routesOf(AppModule);
  expect(routes.length).toBeGreaterThan(20);
  expect(undeclared(routes)).toEqual([]);
});

it('a route that declares nothing is found', () => {
  expect(undeclared(routesOf(FixtureModule))).toEqual(['post fixture/forgotten']);
});

it('every route is described', () => {
  const nameless = routesOf(AppModule).filter(({ operation, tags }) => !operation || tags.length !== 1);
  expect(nameless.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

/** Names of response fields that could contain secrets; a reason code is one of ISO 20022, a clearing code names a bank. */
const secretNames = /token|secret|password|(^|(?<!reason|clearing)_)codes?$|cvv|otp|private/i;

/** A boolean reveals only that there is a secret. */
const isFact = ({ type, const: only }: { type?: string; const?: unknown }) =>
  type === 'boolean' || only === true;

/** The names of all fields of a response except facts, at any depth. */
const namesIn = (part: unknown): string[] =>
  part === null || typeof part !== 'object'
    ? []
    : Object.entries(part as Record<string, unknown>).flatMap(([name, value]) => [
        ...(name === 'properties'
          ? Object.entries(value as Record<string, object>).flatMap(([key, each]) =>
              isFact(each) ? [] : [key],
            )
          : []),
        ...namesIn(value),
      ]);

/**
 * Stores only the application: each response has a new code (`EmbedSignUpService`). Of the passkeys' call only the registration
 * is stored, never a session.
 */
const answersAnew = ['auth/passkeys/verify', 'embed/signup'];

it('no response with a secret is stored for a repeated call', () => {
  const repeatable = routesOf(AppModule).filter(({ operation }) => operation?.idempotent);
  expect(repeatable.length).toBeGreaterThan(10);
  const telling = repeatable.filter(({ answer }) =>
    namesIn(answer && z.toJSONSchema(answer.schema, { io: 'output', unrepresentable: 'any' })).some((name) =>
      secretNames.test(name),
    ),
  );
  expect(telling.map(({ path }) => path)).toContain('admin/deploy_tokens');
  const kept = telling.filter(({ operation }) => !operation?.secretAnswer).map(({ path }) => path);
  expect(kept.sort()).toEqual(answersAnew);
});

it('only the expected routes are public', () => {
  const open = routesOf(AppModule).filter(({ access }) => access && 'public' in access);
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'get auth/continue',
    'get embed/rates',
    'get health/live',
    'get health/ready',
    'get rates',
    'get rates/history',
    'get status',
    'post auth/2fa',
    'post auth/continue',
    'post auth/email/confirm',
    'post auth/email/verify',
    'post auth/login',
    'post auth/not-me',
    'post auth/passkeys/options',
    'post auth/passkeys/verify',
    'post auth/password/forgot',
    'post auth/password/reset',
    'post auth/refresh',
    'post auth/signup',
    'post carte/challenges/refuse',
    'post contact',
    'post contact/attachments',
    'post embed/application-state',
    'post embed/conversation',
    'post embed/conversation/address',
    'post embed/conversation/end',
    'post embed/conversation/messages',
    'post embed/conversation/read',
    'post embed/errors',
    'post embed/opens',
    'post embed/signup',
    'post messages/unsubscribe',
    'post remotes/errors',
    'post remotes/local/reset',
    'post remotes/preview',
    'post remotes/preview/end',
    'post remotes/reports',
    'post visitor/conversation',
    'post visitor/conversation/address',
    'post visitor/conversation/end',
    'post visitor/conversation/messages',
    'post visitor/conversation/read',
  ]);
});
