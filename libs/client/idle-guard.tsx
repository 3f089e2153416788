import { useCallback, useEffect, useState } from 'react';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { lastCall, noteCall } from './activity';
import { api } from './api';
import { config } from './config';
import { useSession } from './session';
import { useClientTexts } from './texts';
import { clearTokens } from './tokens';

const { idle_seconds: idleSeconds, warning_seconds: warningSeconds } = config.session;

/** How often, at most, gestures that cause no call of their own (typing, reading) tell the server of the person. */
const quietMs = Math.min(60, idleSeconds / 5) * 1_000;

/**
 * Ends the session after the time without activity that the server allows (RTS 2018/389, article 4), and asks a
 * minute before. `onExpired` runs after the tokens were forgotten.
 */
export function IdleGuard({ onExpired }: { onExpired: () => void }) {
  const { state, signOut } = useSession();
  const { t } = useClientTexts();
  const signedIn = state === 'signed-in';
  const remaining = useRemainingSeconds(signedIn);
  const asking = signedIn && remaining <= warningSeconds;

  useEffect(() => {
    // What is left of the session before counts for nothing when the person has just signed in again.
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
      title={t('idle.title')}
      description={t('idle.message', { count: Math.max(0, remaining) })}
      actions={
        <>
          <Button variant="secondary" onClick={() => void signOut()}>
            {t('idle.sign_out')}
          </Button>
          <Button onClick={stay}>{t('idle.stay')}</Button>
        </>
      }
    />
  );
}

const secondsLeft = () => Math.ceil(idleSeconds - (Date.now() - lastCall()) / 1_000);

/** Whole seconds until the session ends, by the last call of any tab. */
function useRemainingSeconds(signedIn: boolean): number {
  const [remaining, setRemaining] = useState(idleSeconds);
  useEffect(() => {
    if (!signedIn) return;
    if (lastCall() === 0) noteCall();
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
    const onGesture = () => Date.now() - lastCall() > quietMs && report();
    const gestures = ['pointerdown', 'keydown', 'wheel'] as const;
    gestures.forEach((gesture) => addEventListener(gesture, onGesture, { passive: true }));
    return () => gestures.forEach((gesture) => removeEventListener(gesture, onGesture));
  }, [listening, report]);
}
