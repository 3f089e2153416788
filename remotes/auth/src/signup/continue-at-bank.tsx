import { useEffect, useRef, useState } from 'react';
import type { EmbedSignup } from '@bank/contracts/partners';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';

/** The code lives 60 s on the server, ms: a little less here, so that it works as long as it is offered. */
const codeLife = 55_000;

interface ContinueAtBankProps {
  first: EmbedSignup;
  /** Sends the application again, for a fresh code. */
  again: () => Promise<EmbedSignup>;
  /** Where the bank's own pages are. */
  bank: string;
}

/**
 * The way to the bank's own site, where the password is chosen: a form, whose origin the browser vouches for, in a tab of
 * its own. An address with the code in it would work for whoever gets hold of it.
 */
export function ContinueAtBank({ first, again, bank }: ContinueAtBankProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [answer, setAnswer] = useState<EmbedSignup | undefined>(first);
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const timer = answer && setTimeout(() => setAnswer(undefined), codeLife);
    return () => clearTimeout(timer);
  }, [answer]);

  const renew = async () => {
    setAsking(true);
    setFailure(undefined);
    await again().then(setAnswer, (error: Error) => setFailure(error.message));
    setAsking(false);
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('signup.done_title')}
      </h1>
      <p aria-live="polite">{answer ? t('signup.done_lead') : t('signup.continue_spent')}</p>
      {answer ? (
        <form
          method="post"
          action={answer.continue_url}
          target="_blank"
          rel="noopener"
          // The code serves once. The button changes after the browser has sent it.
          onSubmit={() => setTimeout(() => setAnswer(undefined))}
        >
          <input type="hidden" name="code" value={answer.code} />
          <Button type="submit">{t('signup.continue')}</Button>
        </form>
      ) : (
        <div>
          <Button loading={isAsking} disabled={isAsking} onClick={() => void renew()}>
            {t('signup.continue_again')}
          </Button>
        </div>
      )}
      {failure && (
        <Alert tone="danger" title={failure}>
          <a href={`${bank}/login`} target="_blank" rel="noopener">
            {t('signup.taken_link')}
          </a>
        </Alert>
      )}
    </>
  );
}
