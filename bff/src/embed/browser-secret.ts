import type { FastifyRequest } from 'fastify';
import { cookie, readCookie } from '../common/cookies';
import type { Config } from '../config';

/** Binds an application to the browser that brought it from a frame; only the bank's own pages send it. */
const name = 'bank_application';

const isSecure = ({ shellOrigin }: Config) => shellOrigin.startsWith('https:');

export const browserSecretCookie = (secret: string, maxAgeSeconds: number, config: Config): string =>
  cookie(name, secret, { secure: isSecure(config), maxAgeSeconds, sameSite: 'Strict' });

/** Has a browser forget its secret. */
export const noBrowserSecret = (config: Config): string => browserSecretCookie('', 0, config);

export const browserSecretOf = (request: FastifyRequest, config: Config): string | undefined =>
  readCookie(request, name, isSecure(config));
