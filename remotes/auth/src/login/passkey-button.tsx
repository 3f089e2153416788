import { useEffect, useRef, useState } from 'react';
import type { Session } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import { withUserMessage } from '../user-message';
import styles from './credentials-step.module.css';

/** The part that few visits need. */
const passkeys = () => import('@bank/client/passkeys');

/** Signs in by passkey: by the button, or by what the browser suggests in the field of the user name. */
export function PasskeyButton({ onSession }: { onSession: (session: Session) => void }) {
  const { t } = useTexts();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  useSuggestions(!isPending, onSession, setFailure);

  const signIn = async () => {
    setIsPending(true);
    setFailure(undefined);
    try {
      onSession(await withUserMessage(signedIn(), t('login.failed')));
    } catch (error) {
      setFailure(await textOf(error));
      setIsPending(false);
    }
  };
  return (
    <div className={`${styles.passkey} needs-script`}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button variant="secondary" wide icon="key-round" loading={isPending} onClick={() => void signIn()}>
        {t('passkey.submit')}
      </Button>
    </div>
  );
}

async function signedIn(): Promise<Session> {
  const { knowsPasskeys, signInByPasskey } = await passkeys();
  if (!knowsPasskeys()) throw new Error(useTexts.translate('passkey.unknown_browser'));
  return signInByPasskey();
}

/** Suggests passkeys once the page has nothing else to do, in browsers that can, while the button is not used. */
function useSuggestions(
  isOn: boolean,
  onSession: (session: Session) => void,
  onFailure: (text: string) => void,
) {
  const [round, setRound] = useState(0);
  // Values that change with each render must not end a suggestion.
  const callers = useRef({ onSession, onFailure });
  useEffect(() => {
    callers.current = { onSession, onFailure };
  });
  useEffect(() => {
    if (!isOn || !globalThis.PublicKeyCredential?.isConditionalMediationAvailable) return;
    const ending = new AbortController();
    const suggest = async () => {
      const { suggestedPasskey } = await passkeys();
      const session = await withUserMessage(
        suggestedPasskey(ending.signal),
        useTexts.translate('login.failed'),
      );
      if (!ending.signal.aborted) callers.current.onSession(session);
    };
    const fail = async (error: unknown) => {
      // Suggesting failed, which nobody asked for; only a chosen passkey is refused aloud.
      if (ending.signal.aborted || !(error instanceof ApiError) || !error.code.startsWith('PASSKEY')) return;
      callers.current.onFailure(error.message);
      setRound(round + 1);
    };
    const start = setTimeout(() => void suggest().catch(fail), startMilliseconds);
    return () => {
      clearTimeout(start);
      ending.abort();
    };
  }, [isOn, round]);
}

/** After the page's own work. */
const startMilliseconds = 500;

async function textOf(error: unknown): Promise<string> {
  const { isCancelled } = await passkeys();
  if (isCancelled(error)) return useTexts.translate('passkey.cancelled');
  return error instanceof Error ? error.message : useTexts.translate('login.failed');
}
