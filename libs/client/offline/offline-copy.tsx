import { useEffect, useState } from 'react';
import { useQueryClient } from '../http/query';
import { useSession } from '../session/session';
import { forgetCopy, keepCopy, restoreCopy } from './copy-keeper';
import { isCopyAllowed, noteSignedIn, onCopyChoice } from './device-choice';
import { OfflineBanner } from './offline-banner';
import { bindPush } from './push-binding';
import { registerWorker } from './register-worker';

/** Keeps the encrypted copy of a signed-in person, and shows it while the server cannot be reached. */
export function OfflineCopy() {
  const { state, user } = useSession();
  const queries = useQueryClient();
  const isAllowed = useAllowance(user?.id);
  const userId = user?.id;
  useEffect(registerWorker, []);
  useEffect(() => {
    if (userId !== undefined) void bindPush();
  }, [userId]);
  useEffect(() => {
    if (state === 'unreachable') void restoreCopy(queries).catch(() => undefined);
  }, [state, queries]);
  useEffect(() => {
    if (userId === undefined) return;
    if (isAllowed) return keepCopy(queries, userId);
    if (isAllowed === false) forgetCopy();
  }, [userId, isAllowed, queries]);
  return <OfflineBanner />;
}

/** Undefined until the signed-in person is known. */
function useAllowance(userId: number | undefined): boolean | undefined {
  const [isAllowed, setAllowed] = useState<boolean>();
  useEffect(() => {
    if (userId === undefined) return;
    const read = () => setAllowed(isCopyAllowed());
    void noteSignedIn(userId).then(read);
    return onCopyChoice(read);
  }, [userId]);
  return isAllowed;
}
