import type { FastifyInstance } from 'fastify';

/** A path of the API that exists, but not for the method that was used. */
export class MethodNotAllowed extends Error {
  constructor(readonly allow: string) {
    super('method not allowed');
  }
}

/**
 * Knows which methods each path of the API accepts, so that a wrong method is told apart from a wrong path.
 * Must be made before any route is added.
 */
export class ApiMethods {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  constructor(server: FastifyInstance) {
    server.addHook('onRoute', ({ url, method }) => {
      if (!url.startsWith('/api/')) return;
      const methods = [method].flat();
      this.routes.push({ pattern: patternOf(url), methods });
    });
  }

  /** The methods that the path accepts, as an `Allow` header lists them; undefined for an unknown path. */
  allowed(pathname: string): string | undefined {
    const found = this.routes.filter(({ pattern }) => pattern.test(pathname));
    return found.length === 0 ? undefined : [...new Set(found.flatMap(({ methods }) => methods))].join(', ');
  }
}

/** The most characters of a part of a path that the router takes for a parameter. */
export const longestParameter = 100;

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, `[^/]{1,${longestParameter}}`)
      .replace(/\*/g, '.*')}$`,
  );
