import { useEffect, useState } from 'react';
import type { Notification } from '@bank/contracts/notifications';
import { rowId } from './use-row-focus';

/** How many notifications are shown at first, and more at each press: some three screens of a telephone. */
const rowsAtOnce = 15;

/** The newest notifications, the number that the next press adds, and what adds them and moves the focus to the first. */
export function useOlder(notifications: readonly Notification[]) {
  const [count, setCount] = useState(rowsAtOnce);
  const [first, setFirst] = useState<number>();
  useEffect(() => {
    if (first !== undefined) document.getElementById(rowId(first))?.focus();
  }, [first]);
  return {
    shown: notifications.slice(0, count),
    older: Math.min(rowsAtOnce, Math.max(0, notifications.length - count)),
    showOlder: () => {
      setFirst(notifications[count]?.id);
      setCount(count + rowsAtOnce);
    },
  };
}
