import { useEffect, useEffectEvent, useState } from 'react';
import type { ListedPayment } from '@bank/contracts/payments';
import type { PaymentAddress } from './payment-address';
import { focusRow, rowWithFocus } from './row-focus';
import { isOpenTo, useMayDecide } from './use-may-decide';
import type { Selection } from './use-selection';

export const shortcutKeys = ['j', 'k', 'x', 'o', 'a', 'r', '?'] as const;
type Key = (typeof shortcutKeys)[number];

const storageKey = 'payment-shortcuts';
const off = 'off';

/** Whether keyboard shortcuts are on; stored in this browser, since they hinder speech input (WCAG 2.1.4). */
export function useShortcutsSwitch() {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== off);
  const turn = (on: boolean) => {
    setOn(on);
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, off);
  };
  return [isOn, turn] as const;
}

interface ShortcutTargets {
  isOn: boolean;
  rows: readonly ListedPayment[];
  address: PaymentAddress;
  selection: Selection;
  onHelp: () => void;
}

/** Keyboard shortcuts of the list and the details; not while typing, nor in another dialog. */
export function useShortcuts({ isOn, rows, address, selection, onHelp }: ShortcutTargets) {
  const mayDecide = useMayDecide();
  const press = (key: Key, inDialog: boolean, isRange: boolean) => {
    if (key === '?') return inDialog ? undefined : onHelp();
    if (inDialog && (address.open === undefined || address.decision)) return;
    const at = inDialog ? rows.findIndex(({ id }) => id === address.open) : rowWithFocus(rows);
    const go = inDialog ? address.turnTo : address.show;
    if (key === 'j' || key === 'k') {
      const next = rows[at + (key === 'j' ? 1 : -1)];
      if (next) return inDialog ? go(next.id) : focusRow(next.id);
      return;
    }
    const row = rows[at];
    if (!row) return;
    if (key === 'x') return inDialog ? undefined : selection.choose(row.id, !selection.has(row.id), isRange);
    if (key === 'o') return inDialog ? undefined : go(row.id);
    const decision = key === 'a' ? 'approve' : 'reject';
    if (mayDecide && isOpenTo[decision](row)) go(row.id, decision);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // With Shift, x chooses a range.
    const key = event.key === 'X' ? 'x' : event.key;
    if (!isShortcut(key) || isTyping(event.target)) return;
    event.preventDefault();
    press(key, document.querySelector('dialog[open]') !== null, event.shiftKey);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

const isShortcut = (key: string): key is Key => (shortcutKeys as readonly string[]).includes(key);

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null;
