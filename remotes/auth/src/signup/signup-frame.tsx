import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Applicant, EmbedSignup } from '@bank/contracts/partners';
import type { Frame } from '@bank/frame/frame';
import styles from '@bank/frame/frame.module.css';
import { Alert } from '@bank/ui/alert';
import { FrameHeader } from '../frame-header';
import type { TestEnd as TestEndPart } from '../test-mode/test-end';
import { useSignupTexts } from './texts';
import { ContinueAtBank } from './continue-at-bank';
import { useFrameHeight } from './use-frame-height';
import { useSeen } from './use-seen';
import { createApplicationSender } from './signup-frame.api';
import { SignupForm } from './signup-form';

const fieldNames = ['first_name', 'last_name', 'email', 'phone'] as const;

/** The terms about the use of the typed data by the bank and the partner. */
const termsPath = { fr: '/partners/trust#privacy', en: '/partners/en/trust#privacy' };

interface Sent {
  person: Applicant;
  application: EmbedSignup;
  /** The last step of the test mode. */
  TestEnd: typeof TestEndPart | undefined;
}

const loadRules = async () => (await import('./application-rules')).applicationRules;

/**
 * Applies for an account in a frame on a partner's page, without secrets: the password is chosen on the bank's own site.
 * Does not reveal whether the e-mail is a customer's.
 */
export function SignupFrame({ frame }: { frame: Frame }) {
  const root = useRef<HTMLElement>(null);
  const { send } = frame;
  const { sent, isUnseen, submit, renew } = useApplication(frame, root);
  useFrameHeight(
    root,
    useCallback((height: number) => send({ type: 'height', height }), [send]),
  );
  const close = () => send({ type: 'close' });
  return (
    <main ref={root} className={styles.frame}>
      {sent?.TestEnd ? (
        <sent.TestEnd outcome={sent.application.test_outcome} onClose={close} />
      ) : sent ? (
        <ContinueAtBank
          first={sent.application}
          onRenew={() => renew(sent.person)}
          onClose={close}
          bank={frame.data.bank}
        />
      ) : (
        <Application frame={frame} isUnseen={isUnseen} onSubmit={submit} />
      )}
    </main>
  );
}

/** Sends the application, and reports its steps to the partner's page. */
function useApplication({ data, send, onShown }: Frame, root: RefObject<HTMLElement | null>) {
  const [apply] = useState(() => createApplicationSender(data));
  const [sent, setSent] = useState<Sent>();
  const [isUnseen, setUnseen] = useState(false);
  const completed = useRef('');
  const isSeen = useSeen(root);
  // Before the paint: the element shows the frame one paint earlier.
  useLayoutEffect(() => {
    onShown(() => root.current?.querySelector('input')?.focus());
    send({ type: 'ready' });
    send({ type: 'step', step: 'form' });
  }, [onShown, send, root]);

  /** Reports an application once; after its end, the same person's next one. */
  const complete = (application: EmbedSignup) => {
    const applicationId = application.application_id;
    if (completed.current !== applicationId) send({ type: 'complete', applicationId });
    completed.current = applicationId;
    return application;
  };
  const submit = async (person: Applicant) => {
    const mayBeHidden = !isSeen();
    setUnseen(mayBeHidden);
    if (mayBeHidden) return;
    send({ type: 'step', step: 'sent' });
    const application = await apply(person);
    const TestEnd = data.mark && (await import('../test-mode/test-end')).TestEnd;
    setSent({ person, application, TestEnd });
    send({ type: 'step', step: 'done' });
    complete(application);
  };
  return { sent, isUnseen, submit, renew: (person: Applicant) => apply(person).then(complete) };
}

interface ApplicationProps {
  frame: Frame;
  /** The frame may be hidden or covered: nothing was sent. */
  isUnseen: boolean;
  onSubmit: (person: Applicant) => Promise<void>;
}

function Application({ frame: { data, send }, isUnseen, onSubmit }: ApplicationProps) {
  const { t, language } = useSignupTexts();
  return (
    <>
      <FrameHeader title={t('title')} onClose={() => send({ type: 'close' })} />
      <p>{t('frame_lead')}</p>
      <SignupForm fields={fieldNames} loadRules={loadRules} action={t('frame_submit')} onSubmit={onSubmit} />
      <p>
        <a href={data.bank + termsPath[language]} target="_blank" rel="noopener">
          {t('frame_terms')}
        </a>
      </p>
      {isUnseen && (
        <Alert tone="danger" title={t('unseen')}>
          <a href={`${data.bank}/signup`} target="_blank" rel="noopener">
            {t('unseen_link')}
          </a>
        </Alert>
      )}
    </>
  );
}
