import type { ComponentType } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { useLazyPart } from '@bank/client/use-lazy-part';

interface LazyPartProps<Props> {
  name: string;
  load: () => Promise<ComponentType<Props>>;
  /** How many rows the part takes, about. */
  rows: number;
  props: Props;
}

/** Renders a part of a screen that is fetched when it is first shown. */
export function LazyPart<Props extends object>({ name, load, rows, props }: LazyPartProps<Props>) {
  const query = useLazyPart(name, load);
  const { data: Part, isError } = query;
  if (Part) return <Part {...props} />;
  return isError ? <QueryError query={query} /> : <LoadingRows rows={rows} />;
}
