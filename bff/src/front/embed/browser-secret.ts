import type { FastifyRequest } from 'fastify';
import { cookie, isSecure, readCookie } from '../../platform/http/cookies';
import type { Config } from '../../platform/config/config';

/** Binds an application to the browser that continued it from a frame; sent from the bank's own pages only. */
const name = 'bank_application';

export const browserSecretCookie = (secret: string, maxAgeSeconds: number, config: Config): string =>
  cookie(name, secret, { secure: isSecure(config), maxAgeSeconds, sameSite: 'Strict' });

export const expiredBrowserSecretCookie = (config: Config): string => browserSecretCookie('', 0, config);

export const browserSecretOf = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, name, isSecure(config));
