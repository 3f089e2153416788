import { earlyReads, earlyReadsMs } from '@bank/contracts/routes';
import { currentLanguage } from '@bank/i18n/language';
import { config } from '../http/config';
import type { EarlyReads } from '../http/early-reads';
import { onTokens, readTokens } from '../http/tokens';
import { routeAt } from '../remotes/published';
import { preloadRemote } from '../remotes/remote-loader';
import { destinationOf, signInPath } from '../session/destination';

// Fetches the files of the page that follows the sign-in, once this file is loaded, and its first data once there is a session.
const owner = destination()?.remote;
if (owner) preloadRemote(owner);
void import(/* webpackChunkName: "signed-in" */ './signed-in-parts').catch(() => undefined);

onTokens(() => {
  const tokens = location.pathname === signInPath && readTokens();
  // The pages of Mode simple read something else.
  if (tokens && !document.documentElement.hasAttribute('data-simple'))
    readAhead(tokens.access_token, destination()?.reads ?? []);
});

function destination() {
  const url = new URL(destinationOf(new URLSearchParams(location.search)), location.origin);
  return routeAt(url.pathname);
}

/** As `early-reading.ts` of the server does in a document that is opened with a session. */
function readAhead(bearer: string, reads: string[]) {
  const language = currentLanguage();
  const headers = {
    Accept: 'application/json',
    'Accept-Language': language,
    Authorization: `Bearer ${bearer}`,
  };
  const answers: EarlyReads['answers'] = {};
  for (const path of reads) {
    const url = config.api_base + path;
    answers[url] = fetch(url, { cache: 'no-store', headers });
    // Read to its end also where nothing uses it: otherwise the request stays open.
    answers[url].then((response) => response.clone().text()).catch(() => undefined);
  }
  const held: EarlyReads = { bearer, language, answers, until: Date.now() + earlyReadsMs };
  Object.assign(globalThis, { [earlyReads]: held });
}
