import { disownSignInRequest } from '@bank/contracts/auth';
import { Link } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { LinkButtonForm } from '../link-button-form';
import { type LinkFormProps, MailedLinkPage } from '../mailed-link-page';
import { useTexts } from '../texts';
import { disownSignIn } from './not-me.api';
import { useDisownTexts } from './texts';

/** Opened by the link in the mail about a sign-in from a new browser, which its button disowns. */
export function NotMePage() {
  const { t } = useTexts();
  const { t: say } = useDisownTexts();
  const linkTo = (path: string, text: 'login.submit' | 'forgot.title') => (
    <Link to={path} className={buttonClass({ wide: true })}>
      {t(text)}
    </Link>
  );
  return (
    <MailedLinkPage
      texts={{
        title: say('title'),
        lead: say('lead'),
        done_title: say('done_title'),
        done_lead: say('done_lead'),
        invalid_title: say('invalid_title'),
        invalid_lead: say('invalid_lead'),
      }}
      Form={NotMeForm}
      links={{
        done: linkTo('/login', 'login.submit'),
        invalid: linkTo('/forgot-password', 'forgot.title'),
      }}
    />
  );
}

function NotMeForm(props: LinkFormProps) {
  const { t } = useDisownTexts();
  return <LinkButtonForm {...props} schema={disownSignInRequest} action={t('submit')} call={disownSignIn} />;
}
