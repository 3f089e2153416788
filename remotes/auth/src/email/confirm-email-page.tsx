import { type ConfirmEmailRequest, confirmEmailRequest, verificationPrefix } from '@bank/contracts/auth';
import { config, homePathOf } from '@bank/client/config';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { LinkButtonForm } from '../link-button-form';
import { type LinkFormProps, MailedLinkPage } from '../mailed-link-page';
import { useTexts } from '../texts';
import { confirmEmail, verifyEmail } from './email.api';
import { useEmailTexts } from './texts';

const isVerification = (token: string) => token.startsWith(verificationPrefix);

/** Opened by the link that is mailed to an e-mail address, a new one or that of the sign-up, which its button confirms. */
export function ConfirmEmailPage() {
  const { t } = useTexts();
  const { t: ofEmail } = useEmailTexts();
  const isSignedIn = useSession().state === 'signed-in';
  const link = (
    <Link to={isSignedIn ? homePathOf[config.site] : '/login'} className={buttonClass({ wide: true })}>
      {isSignedIn ? ofEmail('email.go_on') : t('login.submit')}
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

function ConfirmEmailForm(props: LinkFormProps) {
  const { t } = useEmailTexts();
  return <LinkButtonForm {...props} schema={confirmEmailRequest} action={t('email.submit')} call={confirm} />;
}

const confirm = (body: ConfirmEmailRequest) =>
  isVerification(body.token)
    ? verifyEmail({ token: body.token.slice(verificationPrefix.length) })
    : confirmEmail(body);
