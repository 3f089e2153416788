import type { LiveEvent } from './live-event';
import { packedAtOnce, packedEvents, packedNotifications, unpacked } from './packed-events';

const now = new Date('2026-10-05T04:00:00Z');
const everybody = () => true;

/** The row that a statement inserts. */
const stored = ([, [userId, type, data]]: ReturnType<typeof packedEvents>) => ({
  userId: userId as number,
  type: type as string,
  data: data as string,
});

const events: LiveEvent[] = [
  { to: 7, type: 'balance', data: { current_balance: 1.5, available_balance: 1, currency: 'EUR' } },
  { to: 'administrators', type: 'kyc_queue', data: { id: 3, status: 'pending' } },
  { to: 8, type: 'transaction', data: { reference: 'TR-\'"\\\n' } },
];

describe('events that share a row', () => {
  it('are those that were packed, in their order', () => {
    expect(unpacked(stored(packedEvents(events, now)), everybody)).toEqual(
      events.map(({ to, type, data }) => ({
        userId: to === 'administrators' ? null : to,
        type,
        data: JSON.stringify(data),
      })),
    );
  });

  it('name the customer whom one for administrators is about', () => {
    const data = { id: 3, user: 9, status: 'open' } as const;
    const row = stored(packedEvents([{ to: 'administrators', type: 'case_queue', data }], now));
    expect(unpacked(row, everybody)).toMatchObject([{ userId: null, about: 9 }]);
  });

  it('are omitted for users without listeners', () => {
    const types = (isAwaited: (userId: number | null) => boolean) =>
      unpacked(stored(packedEvents(events, now)), isAwaited).map(({ type }) => type);
    expect(types((userId) => userId === 8)).toEqual(['transaction']);
    expect(types((userId) => userId === null)).toEqual(['kyc_queue']);
    expect(types(() => false)).toEqual([]);
  });

  it('name notifications by ids in the steps of the server', () => {
    const [sql, [, , notified]] = packedNotifications(
      [
        { userId: 7, type: 'transaction' },
        { userId: 9, type: 'info' },
      ],
      now,
    );
    expect(sql).toContain('LAST_INSERT_ID()');
    const row = { userId: 0, type: 'packed', data: `{"first":40,"step":3,"notified":${String(notified)}}` };
    expect(unpacked(row, everybody)).toEqual([
      { userId: 7, type: 'notification', data: '{"id":40,"type":"transaction"}' },
      { userId: 9, type: 'notification', data: '{"id":43,"type":"info"}' },
    ]);
  });

  it('are not confused with an event of its own row', () => {
    const row = { userId: 7, type: 'balance', data: '{}' };
    expect(unpacked(row, everybody)).toEqual([row]);
    expect(unpacked(row, (userId) => userId === 8)).toEqual([]);
  });

  it('have a row that fits a packet many times', () => {
    const balance = {
      current_balance: -9007199254740.99,
      available_balance: -9007199254740.99,
      currency: 'EUR',
    };
    const many = Array.from({ length: packedAtOnce }, (): LiveEvent => {
      return { to: 4_294_967_295, type: 'balance', data: balance as never };
    });
    expect(stored(packedEvents(many, now)).data.length).toBeLessThan(60_000);
  });
});
