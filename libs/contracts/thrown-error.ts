import { errorReportLimits } from './error-report-limits';
import { scrubbedText } from './scrubbed-text';

/** The reported parts of a thrown value: its message without personal data, and the script calls of its stack. */
export function describeError(thrown: unknown): { name: string; message: string; stack: string } {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return {
    name: name.slice(0, errorReportLimits.name),
    message: scrubbedText(message),
    // Chromium's begins with the message.
    stack: callsOf(stack).slice(0, errorReportLimits.stack),
  };
}

const callsOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /https?:\/\/\S+:\d+:\d+\)?$/.test(line))
    .join('\n');
