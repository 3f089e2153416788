import type { Type } from '@nestjs/common';
import { approvalHeader } from '@bank/contracts/call-approvals';
import { errorBody, errorStatus, errorText, type ErrorCode } from '@bank/contracts/errors';
import { staffRolesFor } from '@bank/contracts/permissions';
import type { z } from 'zod';
import { actOf } from '../http/access.guard';
import { replayedHeader } from '../http/idempotency-key';
import { refusesQuery, routesOf, type Route, type Schema } from './routes';
import { schemaName, Schemas } from './schemas';
import { webhooksOf } from './webhooks';

type Json = Record<string, unknown>;

interface OpenApiDocument {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Json>>;
  /** Calls of the bank to partners' servers. */
  webhooks: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
}

const description =
  'Amounts are JSON numbers with at most two decimals (what a shop or another bank names in a currency of its own may have ' +
  'three), moments are ISO 8601 in UTC. Every failure has the form of `Error`, its text in the language of ' +
  '`Accept-Language` (French by default). Every answer carries `X-Request-Id`.';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token.' },
  refresh: { type: 'http', scheme: 'bearer', description: 'The refresh token.' },
  deploy: { type: 'http', scheme: 'bearer', description: 'A team’s deploy token.' },
  partner: { type: 'http', scheme: 'bearer', description: 'A secret key of a partner’s server, `sk_…`.' },
};

const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const requestId = {
  'X-Request-Id': { description: 'Names the call in the logs.', schema: { type: 'string' } },
};

const replayed = {
  [replayedHeader]: {
    description: 'When the first call with the `Idempotency-Key` came, of an answer that repeats its own.',
    schema: { type: 'string', format: 'date-time' },
  },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Repeating the call with the same key and body gives the first answer, once and only once, with \`${replayedHeader}\`.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const approvalToken = {
  name: approvalHeader,
  in: 'header',
  required: false,
  description:
    'The token of an approval for exactly this call, which works once. Without one, a call that needs it is refused with `APPROVAL_REQUIRED` and the `approval` to give at `/api/approvals/{id}`.',
  schema: { type: 'string' },
};

/** The OpenAPI 3.1 description of the API, generated from the routes' decorators and the server's own schemas. */
export function openApi(root: Type): OpenApiDocument {
  const schemas = new Schemas();
  const error = schemas.output(errorBody);
  const routes = routesOf(root);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = `/api/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method]: operationOf(route, schemas, error) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bank PCS', version: '1', description },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.flatMap(({ tags }) => tags))].sort().map((name) => ({ name })),
    paths,
    webhooks: webhooksOf(schemas),
    components: { schemas: schemas.components, securitySchemes },
  };
}

function operationOf(route: Route, schemas: Schemas, error: Json): Json {
  const { operation, body, tags } = route;
  if (!operation) throw new Error(`${route.controller}.${route.handler} has no @Operation`);
  const parameters = [
    ...parametersOf('path', route.parameters?.schema, schemas),
    ...parametersOf('query', route.query?.schema, schemas),
    ...(operation.idempotent ? [idempotencyKey] : []),
    ...(route.needsApproval ? [approvalToken] : []),
  ];
  return {
    operationId: operationId(route),
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags,
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: !isOptional(body), content: json(schemas.input(body.schema, body.name)) },
    }),
    ...(operation.form && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: schemas.input(operation.form) },
          ...(operation.jsonBody && json(schemas.input(operation.jsonBody))),
        },
      },
    }),
    responses: { ...answerOf(route, schemas), ...failuresOf(route, error) },
    ...(operation.events && { 'x-events': eventsOf(operation.events, schemas) }),
  };
}

/** The data of each type of event. */
const eventsOf = (events: Record<string, z.ZodType>, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(events).map(([type, data]) => [type, schemas.output(data, schemaName(type, 'Event'))]),
  );

/** Whether a call may come without a body. */
const isOptional = ({ schema }: Schema) => schema.safeParse(undefined).success;

const json = (schema: Json) => ({ 'application/json': { schema } });

/** `AuthController.signUp` becomes `authSignUp`. */
function operationId({ controller, handler }: Route): string {
  const area = controller.replace(/Controller$/, '');
  return area.charAt(0).toLowerCase() + area.slice(1) + handler.charAt(0).toUpperCase() + handler.slice(1);
}

function securityOf({ access, operation }: Route): Json[] {
  if (operation?.refresh) return [{ refresh: [] }];
  if (access && 'team' in access) return [{ deploy: [] }];
  if (access && 'partner' in access) return [{ partner: [] }];
  if (access && 'public' in access && access.recognises) return [{}, { bearer: [] }];
  return access && 'permission' in access ? [{ bearer: [] }] : [];
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Schemas): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.input(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function answerOf({ status, answer, operation }: Route, schemas: Schemas): Json {
  const answers = { [status]: operation?.summary ?? '', ...operation?.alsoAnswers };
  const form = {
    headers: { ...requestId, ...(operation?.idempotent && replayed) },
    ...(answer && { content: json(schemas.output(answer.schema, named(answer.name))) }),
    ...(operation?.produces && { content: textOf(operation.produces) }),
  };
  return Object.fromEntries(
    Object.entries(answers).map(([code, description]) => [code, { description, ...form }]),
  );
}

const textOf = (types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));

/** Undefined for an unnamed class of `createZodDto`. */
const named = (name: string) => (name === 'AugmentedZodDto' ? undefined : name);

/** The declared failures of an operation and those implied by its shape, one response per status. */
function failuresOf(route: Route, error: Json): Json {
  const codes = [...new Set([...(route.operation?.errors ?? []), ...impliedBy(route)])];
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => errorStatus[code] === status)
          .map((code) => `\`${code}\`: ${errorText(code, 'en')}`)
          .join(' '),
        headers: { ...requestId, ...((status === 429 || status === 503) && retryAfter) },
        content: json(error),
      },
    ]),
  );
}

function impliedBy(route: Route): ErrorCode[] {
  const { operation, parameters, query, body, method, needsApproval } = route;
  const codes: ErrorCode[] = ['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE', ...refusalsOf(route)];
  if (parameters) codes.push('NOT_FOUND');
  if (query || refusesQuery(route)) codes.push('INVALID_QUERY');
  // A body is read, and may be refused, before it is known that the route needs none.
  if (method !== 'get') codes.push('MALFORMED_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (body || operation?.form) codes.push('INVALID_FIELDS');
  if (operation?.idempotent) codes.push('INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED');
  if (needsApproval) codes.push('APPROVAL_REQUIRED', 'APPROVAL_INVALID');
  if (operation?.secretAnswer) codes.push('SECRET_SHOWN_ONCE');
  return codes;
}

/** How the guard of a route refuses callers. */
function refusalsOf({ access, method, allows }: Route): ErrorCode[] {
  if (!access) return [];
  if ('public' in access) return access.recognises ? ['SESSION_EXPIRED', 'PASSWORD_CHANGE_REQUIRED'] : [];
  if (!('permission' in access)) return ['UNAUTHENTICATED', 'FORBIDDEN'];
  const codes: ErrorCode[] = ['UNAUTHENTICATED', 'SESSION_EXPIRED', 'FORBIDDEN'];
  if (staffRolesFor(access.permission, actOf(method))) codes.push('OUTSIDE_ROLES', 'ROLES_NOT_TOGETHER');
  if (!allows.temporaryPassword) codes.push('PASSWORD_CHANGE_REQUIRED');
  if (!allows.missingFactor) codes.push('SECOND_FACTOR_REQUIRED');
  return codes;
}
