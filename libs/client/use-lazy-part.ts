import { useQuery } from './query';

/** A part of a screen that is fetched when it is first shown; after a failure it can be fetched again. */
export const useLazyPart = <Part>(name: string, load: () => Promise<Part>) =>
  useQuery({ queryKey: ['part', name], queryFn: load, staleTime: Infinity });
