import type { FastifyRequest } from 'fastify';
import { languageParameter } from '../remotes/host-document';
import { type Language, languageCookieName, languageOf, languages } from '@bank/contracts/language';

/**
 * The language that was chosen in this browser, or else the one that the address names, or that the browser prefers; French
 * where it prefers neither.
 */
export function documentLanguage({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Language {
  const written = new RegExp(`(?:^|;\\s*)${languageCookieName}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
  const named = (query as Record<string, unknown>)[languageParameter];
  const known = (value: unknown) => languages.find((language) => language === value);
  return known(written) ?? known(named) ?? languageOf(headers['accept-language']);
}
