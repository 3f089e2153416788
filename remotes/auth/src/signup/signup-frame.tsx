import { useCallback, useEffect, useRef, useState } from 'react';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import type { Frame } from '@bank/frame/frame';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import { ContinueAtBank } from './continue-at-bank';
import { useHeight } from './frame-height';
import { useSeen } from './seen';
import { applicationsFrom } from './signup-frame.api';
import styles from './signup-frame.module.css';
import { SignupForm } from './signup-form';

const asks = ['first_name', 'last_name', 'email', 'phone'] as const;

const loadRules = async () => (await import('./application-rules')).applicationRules;

/**
 * Applying for an account in a frame on a partner's page: who the person is, and nothing secret. The password is chosen on
 * the bank's own site, where the account is opened; whether the e-mail is a customer's is told nowhere here.
 */
export function SignupFrame({ frame: { data, say, onShown } }: { frame: Frame }) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const whole = useRef<HTMLElement>(null);
  const [apply] = useState(() => applicationsFrom(data));
  const [sent, setSent] = useState<{ person: Applicant; answer: EmbedSignup }>();
  const [isUnseen, setUnseen] = useState(false);
  const isSeen = useSeen(whole);
  useHeight(
    whole,
    useCallback((height: number) => say({ type: 'height', height }), [say]),
  );
  useEffect(() => {
    onShown(() => whole.current?.querySelector('input')?.focus());
    say({ type: 'ready' });
    say({ type: 'step', step: 'form' });
  }, [onShown, say]);

  const send = async (person: Applicant) => {
    const mayBeHidden = !isSeen();
    setUnseen(mayBeHidden);
    if (mayBeHidden) return;
    say({ type: 'step', step: 'sent' });
    const answer = await apply(person);
    setSent({ person, answer });
    say({ type: 'step', step: 'done' });
    say({ type: 'complete', applicationId: answer.application_id });
  };
  return (
    <main ref={whole} className={styles.frame}>
      {sent ? (
        <ContinueAtBank first={sent.answer} again={() => apply(sent.person)} bank={data.bank} />
      ) : (
        <>
          <header className={styles.header}>
            <h1>{t('signup.title')}</h1>
            <Button variant="quiet" size="small" icon="x" onClick={() => say({ type: 'close' })}>
              {shared.t('action.close')}
            </Button>
          </header>
          <p>{t('signup.frame_lead')}</p>
          <SignupForm asks={asks} loadRules={loadRules} action={t('signup.frame_submit')} send={send} />
          {isUnseen && (
            <Alert tone="danger" title={t('signup.unseen')}>
              <a href={`${data.bank}/signup`} target="_blank" rel="noopener">
                {t('signup.unseen_link')}
              </a>
            </Alert>
          )}
        </>
      )}
    </main>
  );
}
