import { mayDo, useSession } from '@bank/client/session';

/** Whether the reader's staff roles let them publish; others only read the releases. */
export const useMayChangeReleases = () => mayDo(useSession().user, 'change', 'releases:manage');
