import { z } from 'zod';
import { accountLevels, reserved } from './accounts';
import { amount, currency } from './money';
import { transaction } from './transactions';

/** The number of transactions on the overview. */
export const recentTransactions = 5;

/** The account's regular income by days of Paris: when it last came, and when it is expected next, today at the earliest. */
export const income = z.object({ last: z.iso.date(), next: z.iso.date() }).meta({ id: 'Income' });
export type Income = z.infer<typeof income>;

/** A new customer's first steps: add money, get a card, have the identity verified. */
const firstSteps = ['money', 'card', 'identity'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** The figures of the customer's overview; months are those of Paris. */
export const overview = z
  .object({
    balance: amount,
    available_balance: amount,
    currency,
    account_number: z.string(),
    /** Absent from older servers. */
    level: z.enum(accountLevels).optional(),
    /** Absent where nothing is set aside. */
    reserved: reserved.optional(),
    /** Absent where no income is regular. */
    income: income.optional(),
    /** The first steps that are still to do; absent once all were done. A step that was done never comes back. */
    steps: z.array(z.enum(firstSteps)).optional(),
    activeCards: z.int(),
    transactionsThisMonth: z.int(),
    pendingTransfers: z.int(),
    recent: z.array(transaction),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;
