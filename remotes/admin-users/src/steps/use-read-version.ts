import { useState } from 'react';
import { ApiError } from '@bank/client/api';

/**
 * The version that a form began with, so that what a colleague has changed since is not replaced unread. A refusal for that asks
 * the person to read it; the next attempt is about what is on the screen then.
 */
export function useReadVersion(shown: number) {
  const [opened, setOpened] = useState<number | undefined>(shown);
  return {
    version: opened ?? shown,
    refused: (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) setOpened(undefined);
    },
  };
}
