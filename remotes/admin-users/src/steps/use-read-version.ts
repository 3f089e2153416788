import { ApiError } from '@bank/client/api';
import { useSeen } from '@bank/client/use-seen';

/**
 * The version that a form began with, also where its draft is restored, so that what a colleague has changed since is not
 * replaced unread. A refusal for that asks the person to read it; the next attempt is about what is on the screen then.
 * @param read fetches again what the form is about
 */
export function useReadVersion(draft: string, shown: number, read: () => Promise<unknown>) {
  const [{ version, isRefused }, setSeen] = useSeen(draft, { version: shown, isRefused: false });
  return {
    version: isRefused ? shown : version,
    refresh: (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) setSeen({ version, isRefused: true });
      return read();
    },
  };
}
