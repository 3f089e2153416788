// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import { readDraft, removeDraft, writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';

/** A state that a reload or a session that ends does not lose: a draft of this person in this tab (`draft.ts`). Not for secrets. */
export function useKept<T extends object>(name: string) {
  const { user } = useSession();
  const userId = user?.id;
  const [kept, setKept] = useState(() => (userId === undefined ? undefined : readDraft<T>(userId, name)));
  const keep = (next: Partial<T> | undefined) => {
    setKept(next);
    if (userId === undefined) return;
    if (next === undefined) removeDraft(userId, name);
    else writeDraft(userId, name, next);
  };
  return [kept, keep] as const;
}
