import { useEffect, useRef, useState } from 'react';
import type { EmbedSignup } from '@bank/contracts/partners';
import { useReworded } from '@bank/i18n/texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { FrameHeader } from '../frame-header';
import { useSignupTexts } from './texts';

/** Slightly less than the code's 60 s on the server, ms. */
const codeLifetime = 55_000;

interface ContinueAtBankProps {
  first: EmbedSignup;
  /** Sends the application again, for a new code. */
  onRenew: () => Promise<EmbedSignup>;
  onClose: () => void;
  /** The origin of the bank's pages. */
  bank: string;
}

/**
 * Continues on the bank's own site, in a new tab, where the password is chosen. A form instead of a link: the browser adds
 * its origin, and the code is in no address that could be passed on.
 */
export function ContinueAtBank({ first, onRenew, onClose, bank }: ContinueAtBankProps) {
  const { t } = useSignupTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [application, setApplication] = useState<EmbedSignup | undefined>(first);
  const [failure, setFailure] = useState<string>();
  const shownFailure = useReworded(failure);
  const [isRenewing, setRenewing] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const timer = application && setTimeout(() => setApplication(undefined), codeLifetime);
    return () => clearTimeout(timer);
  }, [application]);

  const renew = async () => {
    setRenewing(true);
    setFailure(undefined);
    await onRenew().then(setApplication, (error: Error) => setFailure(error.message));
    setRenewing(false);
  };
  return (
    <>
      <FrameHeader title={t('done_title')} heading={heading} onClose={onClose} />
      <p aria-live="polite">{application ? t('done_lead') : t('continue_spent')}</p>
      <form
        method="post"
        action={application?.continue_url}
        target="_blank"
        rel="noopener"
        // The code works once: replaced after the browser has sent it.
        onSubmit={() => setTimeout(() => setApplication(undefined))}
      >
        {application && <input type="hidden" name="code" value={application.code} />}
        {/* One button for both, which keeps the focus. */}
        <Button
          type={application ? 'submit' : 'button'}
          loading={isRenewing}
          onClick={application ? undefined : () => void renew()}
        >
          {t(application ? 'continue' : 'continue_again')}
        </Button>
      </form>
      {failure && (
        <Alert tone="danger" title={shownFailure}>
          <a href={`${bank}/login`} target="_blank" rel="noopener">
            {t('taken_link')}
          </a>
        </Alert>
      )}
    </>
  );
}
