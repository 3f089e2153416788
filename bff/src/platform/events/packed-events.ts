import { z } from 'zod';
import type { NotificationType } from '@bank/contracts/notifications';
import type { Statement } from '../database/database';
import type { LiveEvent } from './live-event';

/** So many events of one transaction share a row: hardly any of their recipients has a page open. */
export const packedFrom = 9;
/** Events of one row: enough that rows are few, few enough that one is quickly read. */
export const packedAtOnce = 300;

/** No user has this id, so servers of a version that knew no packed events deliver them to nobody. */
const nobody = 0;
const packedType = 'packed';

const insert = `INSERT INTO events (user_id, type, data, created_at) VALUES (?, ?, ?, ?)`;
/** The notifications that the statement before inserted have ids in equal steps. */
const insertNotified = `
  INSERT INTO events (user_id, type, data, created_at)
  VALUES (?, ?, CONCAT('{"first":', LAST_INSERT_ID(), ',"step":', @@auto_increment_increment, ',"notified":', ?, '}'), ?)`;

const eventContent = z.looseObject({ user: z.number().optional() });
const packed = z.union([
  z.object({ events: z.tuple([z.number().nullable(), z.string(), eventContent]).array() }),
  z.object({
    first: z.number(),
    step: z.number(),
    notified: z.tuple([z.number(), z.string()]).array(),
  }),
]);

/** An event of one recipient; null for the administrators. */
export interface OwnEvent {
  userId: number | null;
  type: string;
  /** JSON. */
  data: string;
  /** The customer whom an event for administrators is about: `user` of its data. */
  about?: number | null | undefined;
}

/** One row of at most `packedAtOnce` events. */
export function packedEvents(events: readonly LiveEvent[], now: Date): Statement {
  const each = events.map(({ to, type, data }) => [to === 'administrators' ? null : to, type, data]);
  return [insert, [nobody, packedType, JSON.stringify({ events: each }), now]];
}

/** One row of the events of all notifications that the statement before inserted. */
export function packedNotifications(
  all: readonly { userId: number; type: NotificationType }[],
  now: Date,
): Statement {
  const notified = JSON.stringify(all.map(({ userId, type }) => [userId, type]));
  return [insertNotified, [nobody, packedType, notified, now]];
}

/**
 * The events of a stored row, packed or not.
 * @param isAwaited whether anybody receives the events of a user (null: of the administrators); the others are left out
 */
export function unpacked(row: OwnEvent, isAwaited: (userId: number | null) => boolean): OwnEvent[] {
  if (row.userId !== nobody || row.type !== packedType) return isAwaited(row.userId) ? [row] : [];
  const content = packed.parse(JSON.parse(row.data));
  if ('events' in content) {
    return content.events.flatMap(([userId, type, data]) =>
      isAwaited(userId) ? [{ userId, type, data: JSON.stringify(data), about: data.user }] : [],
    );
  }
  const { first, step, notified } = content;
  return notified.flatMap(([userId, type], nth) =>
    isAwaited(userId)
      ? [{ userId, type: 'notification', data: JSON.stringify({ id: first + nth * step, type }) }]
      : [],
  );
}
