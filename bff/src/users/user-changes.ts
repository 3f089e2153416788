import { aloneUpTo, type ApprovalChange, type ApprovalField } from '@bank/contracts/approvals';
import type { AccountLimits, ManagedUser } from '@bank/contracts/admin';
import { Failure } from '../common/failure';

type Value = ApprovalChange['to'];
export type Values = Partial<Record<ApprovalField, Value>>;

/** The fields of `wanted` that differ from what is, in their order. */
export const changesOf = (current: Values, wanted: Values): ApprovalChange[] =>
  (Object.keys(wanted) as ApprovalField[]).flatMap((field) => {
    const [from, to] = [current[field] ?? null, wanted[field] ?? null];
    return from === to ? [] : [{ field, from, to }];
  });

/** What changes say each field is to be. */
export const wantedBy = (changes: ApprovalChange[]): Values =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/** Whether each field that changes name still is what it was when they were asked for. */
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
 * Refuses what nobody may change of themselves, be it as an administrator; e-mail and password are their own settings'.
 * @throws Failure OWN_USER_CHANGE about the fields.
 */
export function refuseOwn(changes: Pick<ApprovalChange, 'field'>[], hasPassword = false): void {
  const refused: string[] = changes.map(({ field }) => field).filter((field) => ownFields.has(field));
  if (hasPassword) refused.push('password');
  if (refused.length === 0) return;
  const fields = Object.fromEntries(refused.map((field) => [field, 'OWN_USER_CHANGE']));
  throw new Failure('OWN_USER_CHANGE', { fields });
}

/** Whether what is written of a person makes an administrator, or gives another one a new address to be reached at. */
export const touchesAuthority = ({ role }: Pick<ManagedUser, 'role'>, changes: ApprovalChange[]): boolean =>
  changes.some(
    ({ field, to }) => (field === 'role' && to === 'admin') || (field === 'email' && role === 'admin'),
  );

/** Whether a limit is raised above what one administrator may set alone. */
export const raisesBeyondOne = (changes: ApprovalChange[]): boolean =>
  changes.some(({ from, to }) => Number(to) > Number(from) && Number(to) > aloneUpTo);

export const limitNames = [
  'transfer_limit',
  'withdrawal_limit',
  'card_limit',
] as const satisfies (keyof AccountLimits)[];
