import { z } from 'zod';
import { amount } from './money';
import { pageQuery, pagination } from './pagination';
import { roles } from './permissions';
import { moment } from './time';
import { kycStatuses, user, userStatuses } from './users';
import { optionalText } from './validation';

/** The figures of the back-office's dashboard (wire contract, section 3); amounts in euros, days of Paris. */
export const adminStats = z
  .object({
    totalUsers: z.int(),
    activeAccounts: z.int(),
    totalBalance: amount,
    pendingTransactions: z.int(),
    completedToday: z.int(),
    failedToday: z.int(),
    kycPending: z.int(),
    kycVerified: z.int(),
    kycRejected: z.int(),
    recent: z.array(
      z.object({
        id: z.int(),
        user: z.string(),
        type: z.enum(['virement', 'carte', 'retrait']),
        amount,
        status: z.enum(['completed', 'pending', 'failed']),
        date: moment,
      }),
    ),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof adminStats>;

export const managedUser = user.extend({ balance: amount }).meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof managedUser>;

export const userListQuery = z.strictObject({
  ...pageQuery(20),
  search: optionalText(120),
  role: z.enum(roles).optional(),
  status: z.enum(userStatuses).optional(),
  kyc_status: z.enum(kycStatuses).optional(),
});
export type UserListQuery = z.infer<typeof userListQuery>;

export const userList = z.object({ users: z.array(managedUser), pagination });
export type UserList = z.infer<typeof userList>;

export const logTypes = ['info', 'warning', 'error'] as const;

export const logListQuery = z.strictObject({
  ...pageQuery(20),
  type: z.enum(['all', ...logTypes]).default('all'),
  action: optionalText(80),
  user_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
export type LogListQuery = z.infer<typeof logListQuery>;

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
