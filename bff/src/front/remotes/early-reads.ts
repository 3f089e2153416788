import type { PublishedRoute } from '@bank/contracts/remotes';
import { earlyReads, ownUser } from '@bank/contracts/routes';

/** What every page of a signed-in person reads first. */
const ofEveryPage = [ownUser];

/** The addresses that a page reads first: data of the script below, which is the same in every document. */
export const firstReads = ({ reads = [] }: Pick<PublishedRoute, 'reads'>, apiBase: string): string[] =>
  [...ofEveryPage, ...reads].map((path) => apiBase + path);

/**
 * Asks for a page's first data while its scripts are still on their way, with the session's bearer. The client takes the
 * answers in the place of its own calls (libs/client/http/early-reads.ts). Each is read to its end, also one that nothing
 * takes: a response that nobody reads keeps its request open.
 */
export const earlyReading = `(function(d,w){try{var bearer=localStorage.getItem('access_token');if(!bearer||!localStorage.getItem('refresh_token'))return;
var language=d.documentElement.lang,answers={};JSON.parse(d.currentScript.dataset.reads).forEach(function(url){answers[url]=fetch(url,{cache:'no-store',headers:{
Accept:'application/json','Accept-Language':language,Authorization:'Bearer '+bearer}}).then(function(answer){answer.clone().text().catch(function(){});return answer});answers[url].catch(function(){})});
w.${earlyReads}={bearer:bearer,language:language,answers:answers,until:Date.now()+10000}}catch(e){}})(document,window)`;
