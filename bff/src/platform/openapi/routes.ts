import 'reflect-metadata';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { type z } from 'zod';
import { approvalRuleKey } from '../http/approval';
import { operationKey, type OperationDescription } from '../http/operation';
import { accessKey, missingFactorKey, temporaryPasswordKey, type Access } from '../http/permission';

export interface Route {
  controller: string;
  handler: string;
  /** In lower case: `get`, `post`. */
  method: string;
  /** Below the prefix, without a leading slash: `auth/sessions/:id`. */
  path: string;
  access: Access | undefined;
  /** The unfinished sessions that may call it. */
  allows: { temporaryPassword: boolean; missingFactor: boolean };
  operation: OperationDescription | undefined;
  tags: string[];
  /** Some of its calls need an approval. */
  needsApproval: boolean;
  status: number;
  body: Schema | undefined;
  query: Schema | undefined;
  parameters: Schema | undefined;
  answer: Schema | undefined;
}

export interface Schema {
  /** The name of the schema's class; empty without one. */
  name: string;
  schema: z.ZodType;
}

type ModuleLike = Type | DynamicModule | { forwardRef: () => Type };
export type Handler = (...values: unknown[]) => unknown;

/** Metadata keys of the decorators of Nest, @nestjs/swagger and nestjs-zod. */
const keys = {
  controllers: 'controllers',
  imports: 'imports',
  path: 'path',
  method: 'method',
  status: '__httpCode__',
  parameters: '__routeArguments__',
  answer: 'ZOD_SERIALIZER_DTO_OPTIONS',
  tags: 'swagger/apiUseTags',
};

/** Nest's RouteParamtypes. */
const kinds = { body: '3', query: '4', parameters: '5' };

/** Every route of a module and of its imports, read from the decorators. */
export function routesOf(root: ModuleLike): Route[] {
  return [...controllersOf(root, new Set())].flatMap(routesOfController);
}

function controllersOf(module: ModuleLike, seen: Set<unknown>): Set<Type> {
  const given = 'forwardRef' in module ? module.forwardRef() : module;
  const type = 'module' in given ? given.module : given;
  const dynamic = 'module' in given ? given : undefined;
  if (seen.has(given)) return new Set();
  seen.add(given);
  const read = <T>(key: string) => (Reflect.getMetadata(key, type) ?? []) as T[];
  return new Set([
    ...read<Type>(keys.controllers),
    ...(dynamic?.controllers ?? []),
    ...[...read<ModuleLike>(keys.imports), ...((dynamic?.imports ?? []) as ModuleLike[])].flatMap((each) =>
      isModule(each) ? [...controllersOf(each, seen)] : [],
    ),
  ]);
}

/** False for an asynchronous module (a promise), which has no controllers of ours. */
const isModule = (value: unknown): value is ModuleLike =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && ('module' in value || 'forwardRef' in value));

function routesOfController(controller: Type): Route[] {
  const prototype = controller.prototype as Record<string, Handler>;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && Reflect.hasMetadata(keys.method, prototype[name] as Handler))
    .map((name) => routeOf(controller, name, prototype[name] as Handler));
}

/** One route, read from the decorators of its handler. */
export function routeOf(controller: Type, handler: string, method: Handler): Route {
  const own = <T>(key: string) => Reflect.getMetadata(key, method) as T | undefined;
  const inherited = <T>(key: string) =>
    own<T>(key) ?? (Reflect.getMetadata(key, controller) as T | undefined);
  const verb = RequestMethod[own<RequestMethod>(keys.method) ?? RequestMethod.GET] ?? 'GET';
  const parts = [Reflect.getMetadata(keys.path, controller) as string, own<string>(keys.path) ?? ''];
  const schemas = parameterSchemas(controller, handler);
  return {
    controller: controller.name,
    handler,
    method: verb.toLowerCase(),
    path: parts
      .flatMap((part) => part.split('/'))
      .filter(Boolean)
      .join('/'),
    access: inherited<Access>(accessKey),
    allows: {
      temporaryPassword: own(temporaryPasswordKey) === true,
      missingFactor: own(missingFactorKey) === true,
    },
    operation: own<OperationDescription>(operationKey),
    tags: inherited<string[]>(keys.tags) ?? [],
    needsApproval: own(approvalRuleKey) !== undefined,
    status: own<number>(keys.status) ?? (verb === 'POST' ? 201 : 200),
    body: schemas[kinds.body],
    query: schemas[kinds.query],
    parameters: schemas[kinds.parameters],
    answer: schemaOf(own<unknown>(keys.answer)),
  };
}

/**
 * Whether a query is refused: of a signed-in person's read that declares none (wire contract, section 2). Streams and files are
 * left alone, since nobody takes one for filtered.
 */
export const refusesQuery = ({ access, method, query, operation }: Route): boolean =>
  access !== undefined && 'permission' in access && method === 'get' && !query && !operation?.produces;

function parameterSchemas(controller: Type, handler: string): Record<string, Schema | undefined> {
  return Object.fromEntries([...typesOf(controller, handler)].map(([kind, type]) => [kind, schemaOf(type)]));
}

/** The class that a route's handler declares for the body, or for the parameters of the path. */
export const declaredType = (
  controller: Type,
  handler: string,
  kind: 'body' | 'parameters',
): Type | undefined => typesOf(controller, handler).get(kinds[kind]) as Type | undefined;

function typesOf(controller: Type, handler: string): Map<string, unknown> {
  const declared = (Reflect.getMetadata(keys.parameters, controller, handler) ?? {}) as Record<
    string,
    { index: number }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, handler) ??
    []) as unknown[];
  return new Map(Object.entries(declared).map(([key, { index }]) => [key.split(':')[0] ?? '', types[index]]));
}

function schemaOf(type: unknown): Schema | undefined {
  const { schema, name } = (type ?? {}) as { schema?: z.ZodType; name?: string };
  return schema && { schema, name: name ?? '' };
}
