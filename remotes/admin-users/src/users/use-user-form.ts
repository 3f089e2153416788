import type { ManagedUser } from '@bank/contracts/admin';
import { useBankForm } from '@bank/client/form';
import { initialValues, seenOf, typedUser } from './user-request';

/** A password is a secret, and a balance may have changed by the time the draft is restored. */
const unkept = ['password', 'balance'] as const;

/** The form of a user who is edited, or of a new one. */
export const useUserForm = (saved: ManagedUser | undefined) =>
  useBankForm({
    schema: typedUser(saved),
    defaultValues: { ...initialValues(saved), seen: saved && seenOf(saved) },
    draft: `user-${saved?.id ?? 'new'}`,
    unkept,
  });
