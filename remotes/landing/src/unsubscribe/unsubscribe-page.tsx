import { useState } from 'react';
import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { Link, useSearchParams } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useUnsubscribeTexts } from './texts';
import { unsubscribe } from './unsubscribe.api';

type Outcome = 'asked' | 'sending' | 'done' | 'invalid';

/** Opened by the link in a marketing mail. Nothing happens before the button, since mail scanners open links. */
export function UnsubscribePage() {
  const { t } = useUnsubscribeTexts();
  const token = useSearchParams()[0].get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome>('asked');
  const [failure, setFailure] = useState<string>();
  const end = async () => {
    setOutcome('sending');
    setFailure(undefined);
    try {
      await unsubscribe(token);
      setOutcome('done');
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.status === 422;
      setOutcome(isInvalid ? 'invalid' : 'asked');
      if (!isInvalid) setFailure(failureText(error, { failed: t('failed') }));
    }
  };
  const isOver = outcome === 'done' || outcome === 'invalid';
  const result = useFocusAfter<HTMLDivElement>(!isOver);
  return (
    <Page layout="open">
      <PageHeading title={t('title')} lead={t('lead')} />
      <Stack>
        <div ref={result} role="status" tabIndex={-1}>
          {outcome === 'done' && <Alert tone="success">{t('done')}</Alert>}
          {outcome === 'invalid' && <Alert tone="warning">{t('invalid')}</Alert>}
        </div>
        {failure && <Alert tone="danger">{failure}</Alert>}
        {!isOver && (
          <p>
            <Button loading={outcome === 'sending'} onClick={() => void end()}>
              {t('submit')}
            </Button>
          </p>
        )}
        <p>
          <Link to="/dashboard/settings">{t('settings')}</Link>
        </p>
      </Stack>
    </Page>
  );
}
