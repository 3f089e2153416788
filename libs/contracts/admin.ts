import { z } from 'zod';
import { newStrongPassword } from './auth';
import { amount, currency } from './money';
import { id, pageQuery, pagination } from './pagination';
import { mayCombine, roles, staffRoles } from './permissions';
import { day, moment } from './time';
import { kycStatuses, profileFields, user, username, userStatuses } from './users';
import { defaulting, lines, optional, optionalText, rule, searchText, text } from './validation';

/** The figures of the back-office's dashboard (wire contract, section 3); sums in euros, days of Paris. */
export const adminStats = z
  .object({
    totalUsers: z.int(),
    activeAccounts: z.int(),
    totalBalance: amount,
    pendingTransactions: z.int(),
    completedToday: z.int(),
    failedToday: z.int(),
    /** Users whose submission awaits a review. */
    kycPending: z.int(),
    kycVerified: z.int(),
    kycRejected: z.int(),
    /** Customers who are asked for their identity and sent nothing. */
    kycUnsent: z.int(),
    recent: z.array(
      z.object({
        id: z.int(),
        user: z.string(),
        type: z.enum(['virement', 'carte', 'retrait']),
        amount,
        currency,
        status: z.enum(['completed', 'pending', 'failed']),
        date: moment,
      }),
    ),
    /** Of the last 30 days, today included; payments by the day on which they were made. */
    paymentsByDay: z.array(z.object({ day, pending: z.int(), completed: z.int(), failed: z.int() })),
    signUpsByDay: z.array(z.object({ day, count: z.int() })),
    /** The same in the 30 days before those. */
    before: z.object({ payments: z.int(), signUps: z.int() }),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof adminStats>;

export const managedUser = user.extend({ balance: amount }).meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUser>;

/**
 * The saved user. `password_link_sent` when an administrator's password was to be set: they were mailed a link to
 * choose one instead.
 */
export const savedUser = managedUser
  .extend({ password_link_sent: z.literal(true).optional() })
  .meta({ id: 'SavedUser' });
export type SavedUser = z.infer<typeof savedUser>;

/** The orders of the list of users. */
export const userSorts = [
  'id',
  'last_name',
  'first_name',
  'email',
  'username',
  'created_at',
  'balance',
] as const;
export type UserSort = (typeof userSorts)[number];

export const sortOrders = ['asc', 'desc'] as const;

/** The KYC filter of the list of users; `unsent` are customers who were asked for their identity and sent nothing. */
export const listedKycStatuses = [...kycStatuses, 'unsent'] as const;

/**
 * `search` finds users whose last name, first name, both in either order, e-mail or username begins with the text, or
 * whose id it is; and, among the first `searchedRows` users of the list, also those in which each of its words begins a
 * word. At most `searchedRows` results are listed.
 */
export const userListQuery = z.strictObject({
  ...pageQuery(20),
  sort: defaulting(z.enum(userSorts), 'id'),
  order: defaulting(z.enum(sortOrders), 'asc'),
  search: optional(searchText(120)),
  role: optional(z.enum(roles)),
  status: optional(z.enum(userStatuses)),
  kyc_status: optional(z.enum(listedKycStatuses)),
});
export type UserListQuery = z.infer<typeof userListQuery>;

export const userList = z.object({ users: z.array(managedUser), pagination });
export type UserList = z.infer<typeof userList>;

/**
 * The fields of a user that administrators edit (specification 1, section 5: the username is optional); `balance` is
 * the requested balance of the account.
 */
const writtenStaffRoles = z
  .array(z.enum(staffRoles))
  .min(1, rule('REQUIRED'))
  .transform((held) => staffRoles.filter((role) => held.includes(role)))
  .refine(mayCombine, rule('STAFF_ROLES'));

const writtenUser = {
  ...profileFields,
  username: optional(username),
  role: z.enum(roles),
  /** Of an administrator: by default those they have, and an owner's for a new one. Without meaning for customers. */
  staff_roles: optional(writtenStaffRoles),
  status: z.enum(userStatuses),
  kyc_status: z.enum(kycStatuses),
  password: optional(newStrongPassword),
  balance: optional(amount),
};

/**
 * Without a password, the user chooses one by the link for forgotten passwords; without a username, one is derived from
 * the e-mail. By default the user is an active, unverified customer (specification 1, section 4).
 */
export const createUserRequest = z.object({
  ...writtenUser,
  role: defaulting(writtenUser.role, 'user'),
  status: defaulting(writtenUser.status, 'active'),
  kyc_status: defaulting(writtenUser.kyc_status, 'pending'),
});
export type CreateUserRequest = z.infer<typeof createUserRequest>;

const seenUser = managedUser
  .pick({
    email: true,
    first_name: true,
    last_name: true,
    username: true,
    phone: true,
    role: true,
    staff_roles: true,
    status: true,
    kyc_status: true,
    balance: true,
  })
  .partial();

/**
 * A blank password or username, an absent balance, role or status stay unchanged. `seen` is what a
 * form began with: fields that it leaves so keep what a colleague has made of them since.
 */
export const updateUserRequest = z.object({
  ...writtenUser,
  role: optional(writtenUser.role),
  status: optional(writtenUser.status),
  kyc_status: optional(writtenUser.kyc_status),
  reason: optionalText(150),
  seen: seenUser.optional(),
});
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

export const activateUserRequest = z.object({ status: z.enum(userStatuses) });
export type ActivateUserRequest = z.infer<typeof activateUserRequest>;

/** The highest limit of an account, in euros. */
const largestLimit = 10_000_000;
const limit = amount.min(0).max(largestLimit, rule('AMOUNT_MAX'));

/** Per day, per day and per month, in euros. */
export const accountLimits = z
  .object({ transfer_limit: amount, withdrawal_limit: amount, card_limit: amount })
  .meta({ id: 'AccountLimits' });
export type AccountLimits = z.infer<typeof accountLimits>;

/** One user with the limits of their account. */
export const managedUserDetails = managedUser
  .extend({ limits: accountLimits })
  .meta({ id: 'ManagedUserDetails' });
export type ManagedUserDetails = z.infer<typeof managedUserDetails>;

export const changeLimitsRequest = z.object({
  transfer_limit: limit,
  withdrawal_limit: limit,
  card_limit: limit,
  reason: text(150),
  /** As of a user who is edited. */
  seen: accountLimits.partial().optional(),
});
export type ChangeLimitsRequest = z.infer<typeof changeLimitsRequest>;

/** The reason for which a person who lost them is freed of their second factors. */
export const resetFactorsRequest = z.object({ reason: lines(500) });
export type ResetFactorsRequest = z.infer<typeof resetFactorsRequest>;

export const logTypes = ['info', 'warning', 'error'] as const;

/** `dateFrom` and `dateTo` are Paris days, both inclusive; an empty value counts as absent. */
const logFilters = {
  type: defaulting(z.enum(['all', ...logTypes]), 'all'),
  action: optional(searchText(80)),
  user_id: optional(id),
  dateFrom: optional(day),
  dateTo: optional(day),
};

export const logListQuery = z.strictObject({ ...pageQuery(20), ...logFilters });
export type LogListQuery = z.infer<typeof logListQuery>;
export type LogFilters = Omit<LogListQuery, 'page' | 'limit'>;

export const logExportQuery = z.strictObject({ format: defaulting(z.literal('csv'), 'csv'), ...logFilters });
export type LogExportQuery = z.infer<typeof logExportQuery>;

/**
 * The history of an object: `about` is a reference (PAY-…, DO-…), or a family and an id, such as `user:31`, `kyc:12` or
 * `release:auth 1.2.0`. With `user_id`, only lines by or about that person, which keeps cards of the same last digits apart.
 */
export const logHistoryQuery = z.strictObject({
  ...pageQuery(50),
  about: searchText(80),
  user_id: optional(id),
});
export type LogHistoryQuery = z.infer<typeof logHistoryQuery>;

export const logEntry = z
  .object({
    id: z.int(),
    created_at: moment,
    email: z.string().nullable(),
    user_id: z.int().nullable(),
    action: z.string(),
    type: z.enum(logTypes),
    message: z.string(),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof logEntry>;

export const logList = z.object({ logs: z.array(logEntry), pagination });
export type LogList = z.infer<typeof logList>;
