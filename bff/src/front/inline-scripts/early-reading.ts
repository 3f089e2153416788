import { earlyReads } from '@bank/contracts/routes';
import { inlineScript } from './inline-script';

/** How long the client may use the responses, ms. */
const validMs = 10_000;

/**
 * Requests a page's first data while its scripts are still on their way, with the session's bearer. The client uses the
 * responses in the place of its own calls (libs/client/http/early-reads.ts). Each is read to its end, also one that nothing
 * uses: a response that nobody reads keeps its request open. The addresses are in `data-reads` of the script's element, so that the
 * script is the same in every document.
 */
export const earlyReading = inlineScript(readEarly, earlyReads, validMs);

function readEarly(variable: string, limitMs: number) {
  try {
    const bearer = localStorage.getItem('access_token');
    if (!bearer) return;
    const language = document.documentElement.lang;
    const headers = {
      Accept: 'application/json',
      'Accept-Language': language,
      Authorization: `Bearer ${bearer}`,
    };
    const answers: Record<string, Promise<Response>> = {};
    for (const url of JSON.parse(document.currentScript!.dataset.reads!)) {
      answers[url] = fetch(url, { cache: 'no-store', headers });
      answers[url].then((response) => response.clone().text()).catch(() => undefined);
    }
    Object.assign(window, { [variable]: { bearer, language, answers, until: Date.now() + limitMs } });
  } catch {
    // Without storage nobody is signed in.
  }
}
