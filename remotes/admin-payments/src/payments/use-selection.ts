import { useState } from 'react';
import { isDecidable, type ListedPayment } from '@bank/contracts/payments';
import { useMayDecide } from './use-may-decide';

export function useSelection(rows: readonly ListedPayment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mayDecide = useMayDecide();
  const eligible = mayDecide ? rows.filter(isDecidable) : [];
  const selected = eligible.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen((previous) => {
      const next = new Set(previous);
      ids.forEach((id) => (on ? next.add(id) : next.delete(id)));
      return next;
    });
  return {
    selected,
    canSelect: eligible.length > 0,
    isAll: eligible.length > 0 && selected.length === eligible.length,
    has: (id: number) => chosen.has(id),
    choose: (id: number, on: boolean) => choose([id], on),
    chooseAll: (on: boolean) =>
      choose(
        eligible.map(({ id }) => id),
        on,
      ),
  };
}

export type Selection = ReturnType<typeof useSelection>;
