import { useEffect } from 'react';
import { useQuery } from '../http/query';
import { inTime } from './in-time';
import { useShownRemote } from './remote-context';

/**
 * A part of a screen that is loaded when first shown. Retries once; then another version of the remote is
 * shown, if there is one, or else the part can be loaded again.
 */
export function useLazyPart<Part>(name: string, load: () => Promise<Part>) {
  const shown = useShownRemote();
  const part = useQuery({
    // Two versions of a remote may be shown one after the other.
    queryKey: ['@bank/client', 'part', shown?.remote.container, name],
    // A style sheet that hangs has no timeout of its own.
    queryFn: () => inTime(load(), name),
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
