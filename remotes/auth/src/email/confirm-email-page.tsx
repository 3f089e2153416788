import { useState } from 'react';
import { confirmEmailRequest } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { config, homeOf } from '@bank/client/config';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { useLinkToken } from '../link-token';
import { useTexts } from '../texts';
import { confirmEmail } from './email.api';

/** Where the link leads that was mailed to a new e-mail address: a press of its button makes the address count. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  return <ConfirmEmail key={token} token={token} />;
}

function ConfirmEmail({ token }: { token: string }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<'done' | 'invalid'>();
  const { state } = useSession();
  const goOn = (
    <Link to={state === 'signed-in' ? homeOf[config.site] : '/login'} className={buttonClass({ wide: true })}>
      {t(state === 'signed-in' ? 'email.go_on' : 'login.submit')}
    </Link>
  );
  // The keys make pages of the outcomes: their heading takes the focus, and so is read.
  if (outcome === 'done') {
    return (
      <AuthFrame key="done" title={t('email.done_title')} lead={t('email.done_lead')}>
        {goOn}
      </AuthFrame>
    );
  }
  if (outcome === 'invalid' || token === '') {
    return (
      <AuthFrame key="invalid" title={t('email.invalid_title')} lead={t('email.invalid_lead')}>
        {goOn}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame key="form" title={t('email.title')} lead={t('email.lead')}>
      <ConfirmEmailForm token={token} onOutcome={setOutcome} />
    </AuthFrame>
  );
}

interface ConfirmEmailFormProps {
  token: string;
  onOutcome: (outcome: 'done' | 'invalid') => void;
}

function ConfirmEmailForm({ token, onOutcome }: ConfirmEmailFormProps) {
  const { t } = useTexts();
  const { state, retry: askWhoIsSignedIn } = useSession();
  const { submit, failure, formState } = useBankForm({
    schema: confirmEmailRequest,
    defaultValues: { token },
  });
  const onSubmit = submit(async (body) => {
    try {
      await confirmEmail(body);
    } catch (error) {
      if (!isAboutLink(error)) throw error;
      return onOutcome('invalid');
    }
    if (state === 'signed-in') askWhoIsSignedIn();
    onOutcome('done');
  });
  return (
    <AuthForm
      fields={[]}
      failure={failure}
      state={formState}
      action={t('email.submit')}
      onSubmit={(event) => void onSubmit(event)}
    />
  );
}

/** A link that was used, is too old, or was cut when copied. */
const isAboutLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'EMAIL_LINK_INVALID' || 'token' in error.fields);
