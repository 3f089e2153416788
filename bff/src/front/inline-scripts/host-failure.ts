import { hostConfigElement } from '@bank/contracts/routes';
import { describeError } from './describe-error';
import { inlineScript } from './inline-script';

const variable = 'bankFailure';

/** Why a shell did not start. */
interface HostFailure {
  event: Event;
  /** Of the script that did not load, or after which nothing was shown. */
  src?: string;
  /** All scripts have run, and nothing is shown. */
  isEmpty: boolean;
}

/**
 * Reports a shell that did not start, to the counts of its releases and to their errors. Not in the document: only `host-watch.ts`
 * loads it, after a failure, and leaves what happened in the global variable.
 */
export const hostFailure = {
  path: '/host-failure.js',
  variable,
  script: inlineScript(reportFailure, variable, hostConfigElement, describeError),
};

function reportFailure(failureVariable: string, configElement: string, describe: typeof describeError) {
  const { [failureVariable]: failure } = window as unknown as Record<string, HostFailure>;
  const { event, src, isEmpty } = failure!;
  const config = JSON.parse(document.getElementById(configElement)!.textContent!);
  const host = { remote: config.site, version: config.host_version, count: 1 };
  const send = (list: string, report: object) =>
    fetch(`${config.api_base}/remotes/${list}`, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ [list]: [{ ...host, ...report }] }),
    });
  const message = isEmpty ? 'nothing was shown' : `${src?.split('/').pop()} did not load`;
  send('reports', { kind: src && !isEmpty ? 'load' : 'render' });
  send('errors', {
    kind: 'render',
    ...(src ? { name: 'LoadError', stack: '', message } : describe(event)),
  });
}
