import { useEffect } from 'react';
import { withoutActivity } from '../http/api';
import { useQueryClient } from '../http/query';
import { openLiveEvents, useLiveEvent } from '../live/live-events';
import { currentUser, useSession } from '../session/session';

/** Live events of the signed-in person, unless they must first choose a password or use a second factor. */
export function LiveConnection() {
  const { user } = useSession();
  const queries = useQueryClient();
  const id = user?.must_change_password || user?.second_factor_required ? undefined : user?.id;
  useEffect(() => (id === undefined ? undefined : openLiveEvents(id)), [id]);
  useLiveEvent('kyc', () => void withoutActivity(() => queries.refetchQueries({ queryKey: currentUser })));
  return null;
}
