import { useState } from 'react';
import { api, ApiError, newIdempotencyKey } from '@bank/client/api';
import { useSession } from '@bank/client/session';
import { useReworded } from '@bank/i18n/texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useEmailTexts } from './email-texts';

type State = 'asked' | 'sending' | 'sent' | { failure: string };

/** Asks to confirm the e-mail address by the link that was mailed to it; another one can be sent. */
export function EmailBar() {
  const { user } = useSession();
  return user && <AddressBar key={user.email} email={user.email} />;
}

function AddressBar({ email }: { email: string }) {
  const { t } = useEmailTexts();
  const [state, setState] = useState<State>('asked');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const failure = useReworded(typeof state === 'object' ? state.failure : undefined);
  const resend = async () => {
    setState('sending');
    try {
      await api.post<void>('/auth/email/resend', undefined, { idempotencyKey });
      setState('sent');
    } catch (error) {
      setState({ failure: error instanceof ApiError ? error.message : t('failed') });
    }
  };
  return (
    <Alert icon="mail" title={t('title')}>
      <Cluster gap="8-16" align="center">
        <p>{failure ?? t(state === 'sent' ? 'sent' : 'lead', { email })}</p>
        {state !== 'sent' && (
          <Button
            variant="secondary"
            size="small"
            loading={state === 'sending'}
            onClick={() => void resend()}
          >
            {t('resend')}
          </Button>
        )}
      </Cluster>
    </Alert>
  );
}
