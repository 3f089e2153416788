/** Whether a file, a folder or a program is not there. */
export const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Undefined for what is not there. @throws every other error. */
export function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}
