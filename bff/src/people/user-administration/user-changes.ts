import { aloneUpTo, type ApprovalChange, type ApprovalField } from '@bank/contracts/approvals';
import type { ManagedUser } from '@bank/contracts/admin';
import { ApiException } from '../../platform/errors/api-exception';

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

/** Whether every changed field still has the value it had when the change was requested. */
export const isStill = (current: Values, changes: ApprovalChange[]): boolean =>
  changes.every(({ field, from }) => (current[field] ?? null) === from);

const ownFields: ReadonlySet<ApprovalField> = new Set([
  'role',
  'status',
  'kyc_status',
  'balance',
  'email',
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

/** Whether changes promote a user to administrator, or change an administrator's e-mail. */
export const touchesAuthority = ({ role }: Pick<ManagedUser, 'role'>, changes: ApprovalChange[]): boolean =>
  changes.some(
    ({ field, to }) => (field === 'role' && to === 'admin') || (field === 'email' && role === 'admin'),
  );

/** Whether a limit is raised above what one administrator may set alone. */
export const raisesBeyondOne = (changes: ApprovalChange[]): boolean =>
  changes.some(({ from, to }) => Number(to) > Number(from) && Number(to) > aloneUpTo);
