import { createUserRequest, type ManagedUser, type UpdateUserRequest } from '@bank/contracts/admin';
import { amount } from '@bank/contracts/money';
import type { StaffRole } from '@bank/contracts/permissions';
import { typedAmount } from '@bank/contracts/typed-amount';
import { optional, optionalText, rule } from '@bank/contracts/validation';

const typed = createUserRequest.extend({
  balance: optional(typedAmount(amount)),
  reason: optionalText(150),
});

/**
 * The contract's request from the form's fields. The balance is included only if it differs from the saved one (zero
 * for a new account); a change of a saved one needs a reason.
 * @param seen what the form began with, which a restored draft brings, except the balance
 */
export const typedUser = (saved: ManagedUser | undefined, seen: UpdateUserRequest['seen']) =>
  typed
    .transform(({ balance, reason, ...person }): UpdateUserRequest => {
      const isEdited = balance !== undefined && balance !== (saved?.balance ?? 0);
      const request = isEdited ? { ...person, balance, reason } : person;
      return saved ? { ...request, seen: { ...seen, balance: saved.balance } } : request;
    })
    .refine(({ balance, reason }) => !saved || balance === undefined || reason !== undefined, {
      path: ['reason'],
      message: rule('REQUIRED'),
    });

/** The initial values: the saved user, or the defaults of a new one. In the order of the fields, which the error summary has. */
export const initialValues = (saved: ManagedUser | undefined) => ({
  first_name: saved?.first_name ?? '',
  last_name: saved?.last_name ?? '',
  username: saved?.username ?? '',
  phone: saved?.phone ?? '',
  email: saved?.email ?? '',
  password: '',
  role: saved?.role ?? ('user' as const),
  status: saved?.status ?? ('active' as const),
  kyc_status: saved?.kyc_status ?? ('pending' as const),
  // Of who becomes an administrator here: the least there is.
  staff_roles: saved?.staff_roles ?? (['support'] as StaffRole[]),
  balance: editable(saved?.balance ?? 0),
  reason: '',
});

/** The initial values of a saved user's form, as the server compares them. */
export const seenOf = (saved: ManagedUser): Partial<ManagedUser> => ({
  email: saved.email,
  first_name: saved.first_name,
  last_name: saved.last_name,
  username: saved.username,
  phone: saved.phone,
  role: saved.role,
  staff_roles: saved.staff_roles,
  status: saved.status,
  kyc_status: saved.kyc_status,
});

/** An amount as it is typed: "-499,99". */
export const editable = (euros: number) => euros.toFixed(2).replace('.', ',');

/** The typed balance in euros, if it differs from the saved one. */
export function editedBalance(text: unknown, saved: number): number | undefined {
  const { data } = typedAmount(amount).safeParse(text);
  return data === undefined || data === saved ? undefined : data;
}
