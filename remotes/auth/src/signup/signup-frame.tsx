import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SignupRequest } from '@bank/contracts/auth';
import type { EmbedSignup } from '@bank/contracts/partners';
import { ApiError } from '@bank/client/api';
import type { Frame } from '@bank/embed/frame';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import { OpenedAccount } from './opened-account';
import { signUpsFor } from './signup-frame.api';
import styles from './signup-frame.module.css';
import { SignupForm } from './signup-form';

/**
 * Opening an account in a frame on a partner's page: the bank's own form, without a session. It never asks a customer
 * for their password: who has an account already is led to the bank's own site.
 */
export function SignupFrame({ frame: { data, say, onShown } }: { frame: Frame }) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const whole = useRef<HTMLElement>(null);
  const [signUp] = useState(() => signUpsFor(data.partner));
  const [opened, setOpened] = useState<EmbedSignup>();
  const [isTaken, setTaken] = useState(false);
  useHeight(whole, say);
  useEffect(() => {
    onShown(() => whole.current?.querySelector('input')?.focus());
    say({ type: 'ready' });
    say({ type: 'step', step: 'form' });
  }, [onShown, say]);

  const send = async (person: SignupRequest) => {
    setTaken(false);
    say({ type: 'step', step: 'sent' });
    try {
      const answer = await signUp(person);
      setOpened(answer);
      say({ type: 'step', step: 'done' });
      say({ type: 'complete', applicationId: answer.application_id });
    } catch (error) {
      setTaken(error instanceof ApiError && error.code === 'EMAIL_TAKEN');
      throw error;
    }
  };
  if (opened) {
    return (
      <main ref={whole} className={styles.frame}>
        <OpenedAccount continueUrl={opened.continue_url} bank={data.bank} />
      </main>
    );
  }
  return (
    <main ref={whole} className={styles.frame}>
      <header className={styles.header}>
        <h1>{t('signup.title')}</h1>
        <Button variant="quiet" size="small" icon="x" onClick={() => say({ type: 'close' })}>
          {shared.t('action.close')}
        </Button>
      </header>
      <p>{t('signup.lead')}</p>
      <SignupForm send={send} />
      {isTaken && (
        <Alert title={t('signup.taken')}>
          <a href={`${data.bank}/login`} target="_blank" rel="noopener">
            {t('signup.taken_link')}
          </a>
        </Alert>
      )}
    </main>
  );
}

/** Tells the page how tall the frame must be, now and whenever that changes. */
function useHeight(whole: RefObject<HTMLElement | null>, say: Frame['say']) {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (whole.current)
        say({ type: 'height', height: Math.ceil(whole.current.getBoundingClientRect().height) });
    });
    observer.observe(document.documentElement);
    if (whole.current) observer.observe(whole.current);
    return () => observer.disconnect();
  });
}
