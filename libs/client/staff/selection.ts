// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useRef, useState } from 'react';

/** The most rows that are chosen at once, on however many pages. */
export const chosenMaximum = 2_000;
const sliceSize = 100;

interface Row {
  id: number;
}

/** All rows that match, by slices, at most `chosenMaximum`; one that moves to another page meanwhile counts once. */
export async function fetchEachPage<Of extends Row>(
  read: (page: { page: number; limit: number }) => Promise<{ rows: readonly Of[]; pages: number }>,
): Promise<Of[]> {
  const found = new Map<number, Of>();
  for (let page = 1; page <= chosenMaximum / sliceSize; page += 1) {
    const { rows, pages } = await read({ page, limit: sliceSize });
    rows.forEach((row) => found.set(row.id, row));
    if (page >= pages) break;
  }
  return [...found.values()];
}

interface Choice<Of> {
  /** The filters of the list, without its page: what is chosen beyond the page belongs to them. */
  of: object;
  isEligible: (row: Of) => boolean;
  fetchMatching: () => Promise<readonly Of[]>;
}

/** The selected rows: those on the page of a list and, if all matches were asked for, also beyond it. */
export function useSelection<Of extends Row>(rows: readonly Of[], choice: Choice<Of>) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const eligible = rows.filter(choice.isEligible);
  const beyond = useBeyond(choice);
  const others = beyond.rows.filter(({ id }) => !rows.some((row) => row.id === id));
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
    isEligible: choice.isEligible,
    /** @param isRange with all between the last chosen one and this */
    choose: (id: number, on: boolean, isRange = false) => {
      choose(isRange ? rangeTo(id) : [id], on);
      last.current = id;
    },
    /** Chooses the page, or nothing at all. */
    chooseAll: (on: boolean) => {
      if (on) return choose(eligible.map(idOf), true);
      setChosen(new Set());
      beyond.forget();
    },
    /** Chooses all that match the filters, on every page. */
    chooseMatching: async () => choose((await beyond.fetch()).map(idOf), true),
    isFetching: beyond.isFetching,
    /** All that match were asked for. */
    isBeyond: beyond.rows.length > 0,
  };
}

const idOf = ({ id }: Row) => id;

export type Selection<Of extends Row = Row> = ReturnType<typeof useSelection<Of>>;

/** The rows of every page, of the filters for which they were fetched. */
function useBeyond<Of extends Row>({ of, isEligible, fetchMatching }: Choice<Of>) {
  const [fetched, setFetched] = useState<{ of: string; rows: readonly Of[] }>();
  const [isFetching, setFetching] = useState(false);
  const filters = JSON.stringify(of);
  const fetch = async () => {
    setFetching(true);
    try {
      const rows = (await fetchMatching()).filter(isEligible);
      setFetched({ of: filters, rows });
      return rows;
    } finally {
      setFetching(false);
    }
  };
  const forget = () => setFetched(undefined);
  return { rows: fetched?.of === filters ? fetched.rows : [], isFetching, fetch, forget };
}
