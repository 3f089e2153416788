import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '@bank/ui/button';
import { useTexts } from '../texts';
import styles from './signup-frame.module.css';

/** The link's code lives 60 s on the server, ms: a little less here, so that it works as long as it is shown. */
const linkLife = 55_000;

interface OpenedAccountProps {
  continueUrl: string;
  /** Where the bank's own pages are. */
  bank: string;
}

/** The account is open: the person goes on in the bank's own site, straight away or by signing in. */
export function OpenedAccount({ continueUrl, bank }: OpenedAccountProps) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const [works, setWorks] = useState(true);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => setWorks(false), linkLife);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('signup.done_title')}
      </h1>
      <p aria-live="polite">{works ? t('signup.done_lead') : t('signup.continue_spent')}</p>
      <a
        className={`${buttonClass({ wide: true })} ${styles.go}`}
        href={works ? continueUrl : `${bank}/login`}
        target="_blank"
        rel="noopener"
        // The code serves once. The link changes after the browser has followed it.
        onClick={() => setTimeout(() => setWorks(false))}
      >
        {works ? t('signup.continue') : t('signup.taken_link')}
      </a>
    </>
  );
}
