import { useRef, useState } from 'react';
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
  const last = useRef<number>(undefined);
  /** The ids from the last chosen one to this. */
  const rangeTo = (id: number): number[] => {
    const places = [last.current, id].map((each) => eligible.findIndex((row) => row.id === each));
    const [from, to] = [Math.min(...places), Math.max(...places)];
    return from < 0 ? [id] : eligible.slice(from, to + 1).map((row) => row.id);
  };
  return {
    selected,
    canSelect: eligible.length > 0,
    isAll: eligible.length > 0 && selected.length === eligible.length,
    has: (id: number) => chosen.has(id),
    /** @param isRange with all between the last chosen one and this */
    choose: (id: number, on: boolean, isRange = false) => {
      choose(isRange ? rangeTo(id) : [id], on);
      last.current = id;
    },
    chooseAll: (on: boolean) =>
      choose(
        eligible.map(({ id }) => id),
        on,
      ),
  };
}

export type Selection = ReturnType<typeof useSelection>;
