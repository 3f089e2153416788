import type { Notification } from '@bank/contracts/notifications';
import { notificationDays } from './notification-days';

const at = (id: number, timestamp: string) => ({ id, timestamp }) as Notification;

it('groups notifications by days of Paris, in their order', () => {
  const list = [
    at(4, '2026-11-24T22:59:00Z'),
    at(3, '2026-11-23T23:00:00Z'),
    at(2, '2026-11-23T22:59:00Z'),
    at(1, '2026-11-20T08:00:00Z'),
  ];
  expect(notificationDays(list).map(({ day, rows }) => [day, rows.map(({ id }) => id)])).toEqual([
    ['2026-11-24', [4, 3]],
    ['2026-11-23', [2]],
    ['2026-11-20', [1]],
  ]);
  expect(notificationDays([])).toEqual([]);
});
