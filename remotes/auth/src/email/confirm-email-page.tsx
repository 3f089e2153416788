import { confirmEmailRequest, verificationPrefix } from '@bank/contracts/auth';
import { config, homePathOf } from '@bank/client/config';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { AuthForm } from '../auth-form';
import { type LinkFormProps, MailedLinkPage, outcomeOf } from '../mailed-link-page';
import { useTexts } from '../texts';
import { confirmEmail, verifyEmail } from './email.api';

const isVerification = (token: string) => token.startsWith(verificationPrefix);

/** Opened by the link that is mailed to an e-mail address, a new one or that of the sign-up, which its button confirms. */
export function ConfirmEmailPage() {
  const { t } = useTexts();
  const isSignedIn = useSession().state === 'signed-in';
  const link = (
    <Link to={isSignedIn ? homePathOf[config.site] : '/login'} className={buttonClass({ wide: true })}>
      {t(isSignedIn ? 'email.go_on' : 'login.submit')}
    </Link>
  );
  return (
    <MailedLinkPage
      texts={(token) => (isVerification(token) ? 'verify' : 'email')}
      Form={ConfirmEmailForm}
      links={{ done: link, invalid: link }}
    />
  );
}

function ConfirmEmailForm({ token, onOutcome }: LinkFormProps) {
  const { t } = useTexts();
  const { state, retry: reloadSession } = useSession();
  const { submit, failure, formState } = useBankForm({
    schema: confirmEmailRequest,
    defaultValues: { token },
  });
  const onSubmit = submit(async (body) => {
    const outcome = await outcomeOf(
      isVerification(body.token)
        ? verifyEmail({ token: body.token.slice(verificationPrefix.length) })
        : confirmEmail(body),
    );
    if (outcome === 'done' && state === 'signed-in') reloadSession();
    onOutcome(outcome);
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
