import { type Logger, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { errorBody } from '@bank/contracts/errors';
import { blockingCodes, refusalOf } from '@bank/contracts/next-steps';
import { loginRequest, signupRequest } from '@bank/contracts/auth';
import { paymentListQuery } from '@bank/contracts/payments';
import { QueryFailedError } from 'typeorm';
import type { z } from 'zod';
import { ApiException, InvalidInput } from '../errors/api-exception';
import { logFault, toErrorResponse } from './api-exception.filter';
import { MethodNotAllowed } from './methods';

const refusedBy = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true });
  if (!error) throw new Error('the schema accepted it');
  return error;
};

const driverError = (fields: object) => Object.assign(new Error('driver'), fields);

describe('a thrown error becomes', () => {
  it('the code, text and fields of a failure, in the language of the request', () => {
    const failure = new ApiException('EMAIL_TAKEN', { fields: { email: 'EMAIL_TAKEN' } });
    const { status, body } = toErrorResponse(failure, 'en', 'id-12345');
    expect(status).toBe(409);
    expect(body).toEqual({
      error: 'This email address is already in use.',
      code: 'EMAIL_TAKEN',
      fields: { email: 'This email address is already in use.' },
      request_id: 'id-12345',
    });
    expect(toErrorResponse(failure, 'fr', 'id').body.error).toBe('Cette adresse e-mail est déjà utilisée.');
  });

  it.each(Object.keys(blockingCodes) as (keyof typeof blockingCodes)[])(
    'a refusal with its reason and what to do: %s',
    (code) => {
      for (const language of ['fr', 'en'] as const) {
        const { body } = toErrorResponse(new ApiException(code), language, 'id-12345');
        expect(errorBody.parse(body)).toMatchObject({ code, ...refusalOf(code, language) });
        expect([body.reason, body.next_step?.text]).toEqual([
          expect.stringMatching(/\S.*\.$/),
          expect.stringMatching(/\S.*\.$/),
        ]);
      }
    },
  );

  it('a `Retry-After` of whole seconds, at least one', () => {
    const { headers } = toErrorResponse(
      new ApiException('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 0.2 }),
      'fr',
      'id',
    );
    expect(headers['Retry-After']).toBe('1');
  });

  it('400 that names each unknown field, up to ten, in the language of the request', () => {
    const reason = refusedBy(paymentListQuery, { page: '1', statut: 'all', $: '' });
    const { status, body } = toErrorResponse(new InvalidInput(reason, 'query'), 'fr', 'id-12345');
    expect([status, body.code]).toEqual([400, 'INVALID_QUERY']);
    expect(errorBody.parse(body).fields).toEqual({
      statut: 'Le champ «\u00a0statut\u00a0» n’est pas connu.',
      $: 'Le champ «\u00a0$\u00a0» n’est pas connu.',
    });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}`.padEnd(5_000, 'x'), '']));
    const answer = toErrorResponse(new InvalidInput(refusedBy(paymentListQuery, many), 'query'), 'en', 'id');
    const [[name = '', sentence] = []] = Object.entries(answer.body.fields ?? {});
    expect(sentence).toBe(`The field “${name}” is not known.`);
    expect(Object.keys(answer.body.fields ?? {})).toHaveLength(10);
    expect(JSON.stringify(answer.body).length).toBeLessThan(2_000);
  });

  it('400 for a wrong shape, 422 for a broken rule, 400 for any wrong query', () => {
    const shapeless = refusedBy(loginRequest, { username: 'marie' });
    const broken = refusedBy(signupRequest, {
      email: 'nobody',
      username: 'marie',
      first_name: 'M',
      last_name: 'C',
      password: 'abc',
    });
    expect(toErrorResponse(new InvalidInput(shapeless, 'body'), 'fr', 'id')).toMatchObject({
      status: 400,
      body: { code: 'MALFORMED_REQUEST', fields: { password: 'Ce champ est obligatoire.' } },
    });
    expect(toErrorResponse(new InvalidInput(broken, 'body'), 'fr', 'id')).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_FIELDS',
        fields: {
          email: 'Cette adresse e-mail n’est pas valable.',
          password: 'Le mot de passe doit contenir au moins 6 caractères',
        },
      },
    });
    expect(toErrorResponse(new InvalidInput(broken, 'query'), 'fr', 'id').body.code).toBe('INVALID_QUERY');
  });

  it.each([
    ['a refused connection', driverError({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a missing socket', driverError({ code: 'ENOENT', syscall: 'connect' })],
    [
      'a lost connection',
      new QueryFailedError('SELECT 1', [], driverError({ code: 'PROTOCOL_CONNECTION_LOST' })),
    ],
    ['a statement without an answer', driverError({ code: 'PROTOCOL_SEQUENCE_TIMEOUT' })],
    ['no free connection', driverError({ code: 'POOL_TIMEOUT' })],
    ['a server that stops', driverError({ errno: 1053 })],
    ['something that is away', new ApiException('UNAVAILABLE')],
    ['what Nest finds unavailable', new ServiceUnavailableException()],
  ])('503 with a `Retry-After` for %s', (_name, error) => {
    const { status, headers, body } = toErrorResponse(error, 'fr', 'id');
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
  });

  it.each([
    ['Nest', new NotFoundException('Cannot GET /secret/path'), 404, 'NOT_FOUND'],
    ['the router', new MethodNotAllowed('POST'), 405, 'METHOD_NOT_ALLOWED'],
    ['the parser', driverError({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 413, 'TOO_LARGE'],
    [
      'the parser',
      driverError({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['JSON', Object.assign(new SyntaxError('at 3'), { statusCode: 400 }), 400, 'MALFORMED_REQUEST'],
  ])('the status of a refusal by %s', (_name, error, status, code) => {
    expect(toErrorResponse(error, 'fr', 'id')).toMatchObject({ status, body: { code } });
  });

  it('500 without any detail, for everything else', () => {
    for (const error of [
      new Error('SELECT secret'),
      driverError({ statusCode: 404 }),
      'text',
      null,
      undefined,
    ]) {
      const { status, body } = toErrorResponse(error, 'en', 'id');
      expect(status).toBe(500);
      expect(errorBody.strict().parse(body)).toEqual({
        error: 'Something went wrong on our side. Please try again in a moment.',
        code: 'INTERNAL',
        request_id: 'id',
      });
    }
  });
});

describe('the log', () => {
  const logged = { error: jest.fn(), warn: jest.fn() };
  const log = (error: unknown) => {
    const { body } = toErrorResponse(error, 'fr', 'id-12345');
    logFault(logged as unknown as Logger, error, body);
  };
  beforeEach(() => jest.clearAllMocks());

  it('has an error of the bank with the id of its request', () => {
    const error = new TypeError('nothing is undefined');
    log(error);
    expect(logged.error).toHaveBeenCalledWith({ reqId: 'id-12345', err: error });
  });

  it('warns where the database is away', () => {
    log(driverError({ code: 'ECONNREFUSED' }));
    expect(logged.warn).toHaveBeenCalledWith({ reqId: 'id-12345', msg: 'database away: driver' });
    expect(logged.error).not.toHaveBeenCalled();
  });

  it('has no error that the caller caused', () => {
    for (const error of [new ApiException('EMAIL_TAKEN'), new NotFoundException()]) log(error);
    expect([logged.error, logged.warn].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
