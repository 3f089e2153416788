import { useRef, useState } from 'react';
import { isDecidable, type ListedPayment } from '@bank/contracts/payments';
import { fetchMatching, type PaymentQuery } from './payments.api';
import { useMayDecide } from './use-may-decide';

/** What is chosen on the page and, once all that match were asked for, beyond it. */
export function useSelection(rows: readonly ListedPayment[], query: PaymentQuery) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mayDecide = useMayDecide();
  const eligible = mayDecide ? rows.filter(isDecidable) : [];
  const beyond = useBeyond(query);
  const others = beyond.payments.filter(({ id }) => !rows.some((row) => row.id === id));
  const selected = [...eligible, ...others].filter(({ id }) => chosen.has(id));
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
    isAll: eligible.length > 0 && eligible.every(({ id }) => chosen.has(id)),
    has: (id: number) => chosen.has(id),
    /** @param isRange with all between the last chosen one and this */
    choose: (id: number, on: boolean, isRange = false) => {
      choose(isRange ? rangeTo(id) : [id], on);
      last.current = id;
    },
    chooseAll: (on: boolean) => (on ? choose(eligible.map(idOf), true) : setChosen(new Set())),
    /** Chooses all that match the filters, on every page. */
    chooseMatching: async () => choose((await beyond.fetch()).map(idOf), true),
    isFetching: beyond.isFetching,
    /** All that match were asked for. */
    isBeyond: beyond.payments.length > 0,
  };
}

const idOf = ({ id }: ListedPayment) => id;

export type Selection = ReturnType<typeof useSelection>;

/** The payments of every page, of the filters for which they were fetched. */
function useBeyond(query: PaymentQuery) {
  const [fetched, setFetched] = useState<{ of: string; payments: readonly ListedPayment[] }>();
  const [isFetching, setFetching] = useState(false);
  const of = JSON.stringify({ ...query, page: 1 });
  const fetch = async () => {
    setFetching(true);
    try {
      const payments = (await fetchMatching(query)).filter(isDecidable);
      setFetched({ of, payments });
      return payments;
    } finally {
      setFetching(false);
    }
  };
  return { payments: fetched?.of === of ? fetched.payments : [], isFetching, fetch };
}
