import type { User } from '@bank/contracts/users';
import type { NewCard } from '../money/cards/cards.service';
import type { NewUser } from '../people/users/users.service';
import type { Habit } from './history';
import type { SeedServices } from './seed-services';
import type { Timeline } from './timeline';
import type { Transaction } from '../platform/database/database';

/** A person of the demonstration, and what exists of theirs once they joined. */
export interface DemoPerson {
  userId: number;
  user: Omit<NewUser, 'kyc_status' | 'language'>;
  /** How many days ago, and when, they joined. */
  daysAgo: number;
  joinedAt: Date;
  cards: Omit<NewCard, 'accountId'>[];
  habits: Habit[];
  /** The status of their verification; undefined without a submission. */
  kyc: User['kyc_status'] | undefined;
  home: Home;
  /** 0, and no cards, before they joined. */
  accountId: number;
  cardIds: number[];
}

export interface Home {
  address: string;
  postalCode: string;
  city: string;
}

/** The context that the parts of the seed share: one transaction, in which the whole timeline is replayed. */
export interface Seeding {
  tx: Transaction;
  services: SeedServices;
  timeline: Timeline;
  now: Date;
}

/** The ids of the first and the second approver. */
export const administrators = { claire: 1, sofia: 3 } as const;

/** The author of audit lines, without a request. */
export const authorOf = ({ userId, user }: DemoPerson) => ({ userId, email: user.email, requestId: null });
