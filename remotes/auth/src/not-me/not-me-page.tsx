import { disownSignInRequest } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { AuthForm } from '../auth-form';
import { type LinkFormProps, MailedLinkPage, outcomeOf } from '../mailed-link-page';
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

function NotMeForm({ token, onOutcome }: LinkFormProps) {
  const { t } = useDisownTexts();
  const { state, retry: reloadSession } = useSession();
  const { submit, failure, formState } = useBankForm({
    schema: disownSignInRequest,
    defaultValues: { token },
  });
  const onSubmit = submit(async (body) => {
    const outcome = await outcomeOf(disownSignIn(body));
    // It may have been the session of this browser.
    if (outcome === 'done' && state === 'signed-in') reloadSession();
    onOutcome(outcome);
  });
  return (
    <AuthForm
      fields={[]}
      failure={failure}
      state={formState}
      action={t('submit')}
      onSubmit={(event) => void onSubmit(event)}
    />
  );
}
