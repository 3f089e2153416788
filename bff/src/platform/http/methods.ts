import type { FastifyInstance } from 'fastify';

/** The path exists, but not with the request's method. */
export class MethodNotAllowed extends Error {
  constructor(readonly allow: string) {
    super('method not allowed');
  }
}

/** The methods of each path of the API. Must be created before any route is added. */
export class ApiMethods {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  constructor(server: FastifyInstance) {
    server.addHook('onRoute', ({ url, method }) => {
      if (!url.startsWith('/api/')) return;
      const methods = [method].flat();
      this.routes.push({ pattern: patternOf(url), methods });
    });
  }

  /** The value of the `Allow` header for a path; undefined for an unknown path. */
  allowed(pathname: string): string | undefined {
    const found = this.routes.filter(({ pattern }) => pattern.test(pathname));
    return found.length === 0 ? undefined : [...new Set(found.flatMap(({ methods }) => methods))].join(', ');
  }
}

/** The router's limit of characters of a path parameter. */
export const longestParameter = 100;

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, `[^/]{1,${longestParameter}}`)
      .replace(/\*/g, '.*')}$`,
  );
