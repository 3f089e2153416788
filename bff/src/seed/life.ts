import type { QueryRunner } from 'typeorm';
import type { Card } from '@bank/contracts/cards';
import type { User } from '@bank/contracts/users';
import type { NewUser } from '../users/users.service';
import type { Habit } from './history';
import type { SeedServices } from './services';
import type { Timeline } from './timeline';

/** Somebody of the demonstration: who they are, and what of theirs exists once they joined. */
export interface Life {
  userId: number;
  user: Omit<NewUser, 'kyc_status' | 'language'>;
  /** How many days ago, and when, they joined. */
  daysAgo: number;
  joinedAt: Date;
  cards: Pick<Card, 'type' | 'brand' | 'virtual' | 'status'>[];
  habits: Habit[];
  /** What became of their verification; undefined when they never sent anything. */
  kyc: User['kyc_status'] | undefined;
  home: Home;
  /** 0 and none before they joined. */
  accountId: number;
  cardIds: number[];
}

export interface Home {
  address: string;
  postalCode: string;
  city: string;
}

/** What the parts of the seeding share: one transaction, in which everything on the timeline happens. */
export interface Seeding {
  runner: QueryRunner;
  services: SeedServices;
  timeline: Timeline;
  now: Date;
}

/** The administrators, whose ids are certain: who approves first, and who approves second. */
export const administrators = { claire: 1, sofia: 3 } as const;

/** Whom the log names: nobody called the server for any of it. */
export const authorOf = ({ userId, user }: Life) => ({ userId, email: user.email, requestId: null });
