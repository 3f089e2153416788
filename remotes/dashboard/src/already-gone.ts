import { ApiError } from '@bank/client/api';

/** Takes a failed removal for done where what was removed is gone: by a double click, or in another tab. @throws the failure. */
export function alreadyGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
