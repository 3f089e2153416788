import { type ManagedUserDetails, resetFactorsRequest } from '@bank/contracts/admin';
import { ReasonForm } from '@bank/client/reason-form';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { Alert } from '@bank/ui/alert';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { resetFactors } from './users.api';

const schema = resetFactorsRequest.pick({ reason: true });

interface ResetFactorsProps {
  user: ManagedUserDetails;
  onDone: () => void;
}

/** Asks a second administrator to reset the second factors of a colleague who lost them. */
export function ResetFactors({ user, onDone }: ResetFactorsProps) {
  const { t } = useTexts();
  const draft = `reset-factors-${user.id}`;
  const intent = useIdempotencyKey(draft);
  const { user: me } = useSession();
  const { show } = useToast();
  const isShown = useIsShown();
  if (user.id === me?.id) return <Alert>{t('users.factors_own')}</Alert>;
  const ask = async (request: { reason: string }) => {
    const key = intent.keyFor([user.id, request]);
    await resetFactors(user.id, request, key);
    intent.done(key);
    const name = `${user.first_name} ${user.last_name}`;
    show({ type: 'success', message: t('users.factors_asked', { name }) });
    if (isShown()) onDone();
  };
  return (
    <Stack>
      <p>{t('users.factors_lead')}</p>
      <ReasonForm
        schema={schema}
        draft={draft}
        label={t('users.reason')}
        hint={t('users.factors_hint')}
        submit={t('users.factors_submit')}
        onSubmit={ask}
        onCancel={onDone}
      />
    </Stack>
  );
}
