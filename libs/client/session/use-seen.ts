// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useEffect, useEffectEvent, useState } from 'react';
import { readDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { useKept } from '@bank/client/use-kept';

/**
 * A state of what was stored when a form began, which lasts as long as the form's draft: one that a reload restores replaces
 * nothing unseen that a colleague has saved meanwhile. @param draft the name of the form's draft @param now of a form without one
 */
export function useSeen<T extends object>(draft: string, now: T) {
  const { user } = useSession();
  const [kept, keep] = useKept<T>(`${draft}:seen`);
  const [state, setState] = useState<T>(() => {
    const typed = user && readDraft<object>(user.id, draft);
    return typed && Object.keys(typed).length > 0 ? { ...now, ...kept } : now;
  });
  const onState = useEffectEvent(() => keep(state));
  useEffect(() => onState(), [state]);
  return [state, setState] as const;
}
