import type { confirmEmailRequest } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { AuthForm } from './auth-form';
import { type LinkFormProps, outcomeOf } from './mailed-link-page';

interface LinkButtonFormProps extends LinkFormProps {
  /** The contract of the call, whose one field is the token. */
  schema: typeof confirmEmailRequest;
  action: string;
  call: (body: { token: string }) => Promise<void>;
}

/** A form of one button that uses a mailed link; a signed-in browser then reads its session again, which may have changed. */
export function LinkButtonForm({ token, onOutcome, schema, action, call }: LinkButtonFormProps) {
  const { state, retry: reloadSession } = useSession();
  const { submit, failure, formState } = useBankForm({ schema, defaultValues: { token } });
  const onSubmit = submit(async (body) => {
    const outcome = await outcomeOf(call(body));
    if (outcome === 'done' && state === 'signed-in') reloadSession();
    onOutcome(outcome);
  });
  return (
    <AuthForm
      fields={[]}
      failure={failure}
      state={formState}
      action={action}
      onSubmit={(event) => void onSubmit(event)}
    />
  );
}
