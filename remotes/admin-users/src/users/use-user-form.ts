import type { ManagedUser } from '@bank/contracts/admin';
import { useBankForm } from '@bank/client/form';
import { useSeen } from '@bank/client/use-seen';
import { initialValues, seenOf, typedUser } from './user-request';

/** A password is a secret, and a balance may have changed by the time the draft is restored. */
const unkept = ['password', 'balance'] as const;

/** The form of a user who is edited, or of a new one. */
export function useUserForm(saved: ManagedUser | undefined) {
  const draft = `user-${saved?.id ?? 'new'}`;
  const [seen] = useSeen(draft, saved ? seenOf(saved) : {});
  return useBankForm({
    schema: typedUser(saved, seen),
    defaultValues: initialValues(saved),
    draft,
    unkept,
  });
}
