import { useEffect } from 'react';
import { useQuery } from './query';
import { useShownRemote } from './remote-context';

/**
 * A part of a screen that is fetched when it is first shown. What fails is tried once more; then the screen is shown from
 * another version of its remote, if there is one, and otherwise the part can be fetched again.
 */
export function useLazyPart<Part>(name: string, load: () => Promise<Part>) {
  const shown = useShownRemote();
  const part = useQuery({
    // Two versions of a remote may be shown one after the other.
    queryKey: ['part', shown?.remote.container, name],
    queryFn: load,
    staleTime: Infinity,
    retry: 1,
    retryDelay: 0,
  });
  const { error } = part;
  const partFailed = shown?.partFailed;
  useEffect(() => {
    if (error) partFailed?.(error);
  }, [error, partFailed]);
  return part;
}
