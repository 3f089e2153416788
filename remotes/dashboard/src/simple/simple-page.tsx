import { type ReactNode, useRef } from 'react';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { ReadAloud } from './read-aloud';
import styles from './simple-page.module.css';
import { useSimpleTexts } from './texts';

interface SimplePageProps {
  /** The one question of the page; without one the content has its own heading. */
  question?: string;
  lead?: ReactNode;
  /** Returns to the question before; without it the way back is the four actions. `null` on these themselves. */
  onBack?: (() => void) | null;
  children: ReactNode;
}

/** A page of Mode simple: one question, the way back, and the page read aloud. The frame's navigation is left out. */
export function SimplePage({ question, lead, onBack, children }: SimplePageProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Page layout="form">
      <div className={styles.tools} data-simple-page="">
        <Back onBack={onBack} />
        {/* What is read stops with its question. */}
        <ReadAloud key={question} of={content} />
      </div>
      <Stack gap={24} ref={content} className={styles.content}>
        {question && <PageHeading key={question} title={question} lead={lead} />}
        {children}
      </Stack>
    </Page>
  );
}

function Back({ onBack }: Pick<SimplePageProps, 'onBack'>) {
  const { t } = useSimpleTexts();
  if (onBack === null) return <span />;
  if (onBack) {
    return (
      <Button variant="quiet" icon="chevron-left" onClick={onBack}>
        {t('back')}
      </Button>
    );
  }
  return (
    <Link to="/dashboard" className={styles.back}>
      <Icon name="chevron-left" />
      {t('home_link')}
    </Link>
  );
}
