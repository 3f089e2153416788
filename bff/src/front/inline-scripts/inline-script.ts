import { integrityOf } from '../../platform/security/integrity';

/**
 * The text of a script that calls `main` in the browser with these arguments: values of JSON, or functions that `main` uses.
 * Such functions are sent as their own text. They therefore use nothing of their module, only arguments and the browser's globals.
 * @throws Error for a text that would close its script element.
 */
export function inlineScript<Arguments extends unknown[]>(
  main: (...args: Arguments) => void,
  ...args: Arguments
): string {
  const values = args.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value)));
  const script = `(${String(main)})(${values.join()})`;
  if (/<\/script|<!--/i.test(script)) throw new Error('An inline script would close its element');
  return script;
}

/** The hash of an inline script or style as a source of a policy (CSP level 3, section 2.3.1). */
export const hashSource = (content: string) => `'${integrityOf(content)}'`;
