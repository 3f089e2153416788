import type { RemoteErrorReport } from '@bank/contracts/remote-errors';

export type ErrorDescription = Pick<RemoteErrorReport, 'name' | 'message' | 'stack'>;

/**
 * What a report has of a thrown error, with its place. What may be personal in a message stays in the browser, as `scrubbedText`
 * of the contracts has it. For inline scripts.
 */
export function describeError(event: Event): ErrorDescription {
  const { error, reason, message, filename, lineno, colno } = event as ErrorEvent & PromiseRejectionEvent;
  const thrown = error || reason || {};
  const frames = String(thrown.stack || '')
    .split('\n')
    .filter((line) => /https?:\/\/\S+:\d+:\d+\)?$/.test(line));
  return {
    name: String(thrown.name || 'Error').slice(0, 60),
    message: String(message || thrown.message || '')
      .slice(0, 300)
      .replace(/(["'`«]).*?["'`»]|\S*@\S*|\d+/g, '#'),
    stack: filename ? `    at ${filename}:${lineno}:${colno}` : frames.join('\n').slice(0, 6000),
  };
}
