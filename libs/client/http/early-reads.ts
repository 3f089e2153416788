import { earlyReads } from '@bank/contracts/routes';
import { learnBankTime } from '@bank/i18n/bank-clock';
import { currentLanguage } from '@bank/i18n/language';
import { recordActivity } from './activity';
import { answerMilliseconds } from './answer-time';
import { config } from './config';
import { readTokens } from './tokens';

type Holder = typeof globalThis & { [earlyReads]?: EarlyReads };

/** What the document asked for before this script ran (bff/src/front/remotes/early-reads.ts). */
interface EarlyReads {
  bearer: string;
  language: string;
  answers: Record<string, Promise<Response>>;
  /** Until when an answer may be taken, ms since 1970. */
  until: number;
}

/**
 * The answer to a read that the document made already, for the same person in the same language, once; undefined where there
 * is none or it failed: the page then makes the call itself. `path` is below the API's address, with its query.
 */
export function takeEarlyRead<T>(path: string): Promise<T | undefined> | undefined {
  const early = (globalThis as Holder)[earlyReads];
  const url = config.api_base + path;
  const answer = early?.answers[url];
  if (!early || !answer) return undefined;
  delete early.answers[url];
  const isOurs = early.bearer === readTokens()?.access_token && early.language === currentLanguage();
  return isOurs && Date.now() < early.until ? contentOf<T>(answer) : undefined;
}

async function contentOf<T>(answer: Promise<Response>): Promise<T | undefined> {
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, answerMilliseconds));
    const inTime = <R>(reading: Promise<R>) => Promise.race([reading, late]);
    const response = await inTime(answer);
    if (!response) return undefined;
    learnBankTime(response.headers.get('Date'), Date.now() - performance.now());
    if (!response.ok) return undefined;
    const content = await inTime(response.json() as Promise<T>);
    if (content !== undefined) recordActivity();
    return content;
  } catch {
    return undefined;
  }
}

/** Drops the answers that nothing took yet: after a change they may be older than it. */
export function dropEarlyReads() {
  delete (globalThis as Holder)[earlyReads];
}
