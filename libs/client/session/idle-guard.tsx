import { useCallback, useEffect, useState } from 'react';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { lastActivityAt, recordActivity } from '../http/activity';
import { api } from '../http/api';
import { config } from '../http/config';
import { useIdleTexts } from './idle-texts';
import { useSession } from './session';
import { clearTokens } from '../http/tokens';

const { idle_seconds: idleSeconds, warning_seconds: warningSeconds } = config.session;

/** The minimum interval at which typing and reading keep the session awake on the server. */
const quietMs = Math.min(60, idleSeconds / 5) * 1_000;

/**
 * Ends the session after the idle time that the server allows (RTS 2018/389, article 4), with a warning one
 * minute before. `onExpired` runs after the tokens were cleared.
 */
export function IdleGuard({ onExpired }: { onExpired: () => void }) {
  const { state, signOut } = useSession();
  const { t } = useIdleTexts();
  const signedIn = state === 'signed-in';
  const remaining = useRemainingSeconds(signedIn);
  const asking = signedIn && remaining <= warningSeconds;

  useEffect(() => {
    // After a new sign-in, the previous session's idle time does not count.
    if (!signedIn || remaining > 0 || secondsLeft() > 0) return;
    clearTokens();
    onExpired();
  }, [signedIn, remaining, onExpired]);

  const stay = useCallback(() => void api.get('/auth/me').catch(() => undefined), []);
  useGestures(signedIn && !asking, stay);

  return (
    <Dialog
      open={asking && remaining > 0}
      onClose={stay}
      role="alertdialog"
      size="small"
      title={t('title')}
      description={t('message', { count: Math.max(0, remaining) })}
      actions={
        <>
          <Button variant="secondary" onClick={() => void signOut()}>
            {t('sign_out')}
          </Button>
          <Button onClick={stay}>{t('stay')}</Button>
        </>
      }
    />
  );
}

const secondsLeft = () => Math.ceil(idleSeconds - (Date.now() - lastActivityAt()) / 1_000);

/** Whole seconds until the session ends, by the last call of any tab. */
function useRemainingSeconds(signedIn: boolean): number {
  const [remaining, setRemaining] = useState(idleSeconds);
  useEffect(() => {
    if (!signedIn) return;
    if (lastActivityAt() === 0) recordActivity();
    const tick = () => setRemaining(secondsLeft());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [signedIn]);
  return remaining;
}

function useGestures(listening: boolean, report: () => void) {
  useEffect(() => {
    if (!listening) return;
    const onGesture = () => Date.now() - lastActivityAt() > quietMs && report();
    const gestures = ['pointerdown', 'keydown', 'wheel'] as const;
    gestures.forEach((gesture) => addEventListener(gesture, onGesture, { passive: true }));
    return () => gestures.forEach((gesture) => removeEventListener(gesture, onGesture));
  }, [listening, report]);
}
