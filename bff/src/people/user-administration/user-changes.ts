import {
  aloneUpTo,
  mayChangeField,
  type ApprovalChange,
  type ApprovalField,
} from '@bank/contracts/approvals';
import type { ManagedUser, UpdateUserRequest } from '@bank/contracts/admin';
import { allows, type Holder, type StaffRole } from '@bank/contracts/permissions';
import { ApiException } from '../../platform/errors/api-exception';
import { staffRolesIn } from '../users/staff-roles';

type Value = ApprovalChange['to'];
export type Values = Partial<Record<ApprovalField, Value>>;

/** The fields of `wanted` that differ from `current`. */
export const changesOf = (current: Values, wanted: Values): ApprovalChange[] =>
  (Object.keys(wanted) as ApprovalField[]).flatMap((field) => {
    const [from, to] = [current[field] ?? null, wanted[field] ?? null];
    return from === to ? [] : [{ field, from, to }];
  });

/** The new value of each changed field. */
export const wantedBy = (changes: ApprovalChange[]): Values =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/** The new values of a user's own fields, with staff roles as a list. */
export function wantedFields(changes: ApprovalChange[]) {
  const { balance: _balance, staff_roles: staffRoles, ...fields } = wantedBy(changes);
  return typeof staffRoles === 'string' ? { ...fields, staff_roles: staffRolesIn(staffRoles) } : fields;
}

/** The fields of a user as changes name them: staff roles as one text, empty for a customer. */
export const namedFields = <User extends Partial<ManagedUser>>({
  staff_roles: held = [],
  ...user
}: User) => ({
  ...user,
  staff_roles: held.join(','),
});

interface WantedStaff {
  role: ManagedUser['role'];
  staff_roles?: StaffRole[] | undefined;
}

/**
 * The staff roles of a user who is created or changed, as one text. Who becomes an administrator without a choice of roles
 * may do everything, as the wire contract (section 3) has it, which knows no staff roles.
 */
export function wantedStaffRoles({ role, staff_roles: wanted }: WantedStaff, current?: ManagedUser): string {
  if (role !== 'admin') return '';
  return (wanted ?? (current?.role === 'admin' ? (current.staff_roles ?? []) : ['owner'])).join(',');
}

type WrittenPerson = Omit<UpdateUserRequest, 'password' | 'balance' | 'reason' | 'seen'>;

/** A user's own fields after a request: an omitted field stays, except the telephone, which is removed. */
export function writtenFields(person: WrittenPerson, current: ManagedUser) {
  const {
    phone = null,
    username = current.username,
    role = current.role,
    status = current.status,
    kyc_status = current.kyc_status,
  } = person;
  const staffRoles = wantedStaffRoles({ ...person, role }, current);
  return { ...person, phone, username, role, status, kyc_status, staff_roles: staffRoles };
}

/** Whether every changed field still has the value it had when the change was requested. */
export const isStill = (current: Values, changes: ApprovalChange[]): boolean =>
  changes.every(({ field, from }) => (current[field] ?? null) === from);

/**
 * The wanted values beside those that the author of a change had read: what they left as it was is as it is now.
 * @throws ApiException USER_CHANGED about the fields that somebody else has changed since.
 */
export function sinceSeen(current: Values, wanted: Values, seen: Values): Values {
  const names = (Object.keys(seen) as ApprovalField[]).filter((name) => name in wanted);
  const value = (values: Values, name: ApprovalField) => values[name] ?? null;
  const stale = names.filter((name) => value(seen, name) !== value(current, name));
  const left = stale.filter((name) => value(wanted, name) === value(seen, name));
  const both = stale.filter((name) => !left.includes(name) && value(wanted, name) !== value(current, name));
  if (both.length > 0) {
    throw new ApiException('USER_CHANGED', {
      fields: Object.fromEntries(both.map((name) => [name, 'USER_CHANGED'])),
    });
  }
  return { ...wanted, ...Object.fromEntries(left.map((name) => [name, value(current, name)])) };
}

const ownFields: ReadonlySet<ApprovalField> = new Set([
  'role',
  'staff_roles',
  'status',
  'kyc_status',
  'balance',
  'email',
  'phone',
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
]);

/**
 * Refuses changes that administrators may not make to themselves.
 * @throws ApiException OWN_USER_CHANGE about the fields.
 */
export function refuseOwn(changes: Pick<ApprovalChange, 'field'>[], hasPassword = false): void {
  const refused: string[] = changes.map(({ field }) => field).filter((field) => ownFields.has(field));
  if (hasPassword) refused.push('password');
  if (refused.length === 0) return;
  const fields = Object.fromEntries(refused.map((field) => [field, 'OWN_USER_CHANGE']));
  throw new ApiException('OWN_USER_CHANGE', { fields });
}

/**
 * Refuses changes that a person's staff roles do not allow; those of a colleague are for owners.
 * @throws ApiException OUTSIDE_ROLES about the fields.
 */
export function refuseBeyondRoles(
  actor: Holder & { userId: number },
  changes: Pick<ApprovalChange, 'field'>[],
  { user, hasPassword = false }: { user?: ManagedUser; hasPassword?: boolean } = {},
): void {
  const isColleague = user?.role === 'admin' && user.id !== actor.userId;
  const isForOwners = isColleague && !allows(actor, 'staff:manage', 'change');
  const refused: string[] = changes
    .map(({ field }) => field)
    .filter((field) => isForOwners || !mayChangeField(actor, field));
  if (hasPassword && (isForOwners || !allows(actor, 'contacts:change', 'change'))) refused.push('password');
  if (refused.length === 0) return;
  throw new ApiException('OUTSIDE_ROLES', {
    fields: Object.fromEntries(refused.map((field) => [field, 'OUTSIDE_ROLES'])),
  });
}

/** Whether changes promote a user to administrator, give an administrator other roles, or change an administrator's e-mail. */
export const touchesAuthority = ({ role }: Pick<ManagedUser, 'role'>, changes: ApprovalChange[]): boolean =>
  changes.some(
    ({ field, to }) =>
      (field === 'role' && to === 'admin') ||
      (field === 'staff_roles' && to !== '') ||
      (field === 'email' && role === 'admin'),
  );

/** Whether changes let somebody else open the account: the links for a new password go to the e-mail. */
export const opensAccount = (changes: Pick<ApprovalChange, 'field'>[]): boolean =>
  changes.some(({ field }) => field === 'email');

/** Whether a limit is raised above what one administrator may set alone. */
export const raisesBeyondOne = (changes: ApprovalChange[]): boolean =>
  changes.some(({ from, to }) => Number(to) > Number(from) && Number(to) > aloneUpTo);
