import { type Release, rollBackRequest } from '@bank/contracts/releases';
import { withUserMessage } from '@bank/client/call-failure';
import { ReasonForm } from '@bank/client/reason-form';
import { useToast } from '@bank/ui/toast';
import { useReleaseChanges } from './releases.api';
import { useReleaseTexts } from './texts';
import { useReleaseName } from './use-release-name';

const reasonForm = rollBackRequest.pick({ reason: true });

interface RollBackFormProps {
  release: Release;
  onCancel: () => void;
  onDone: () => void;
}

/** Rolls a release back for a reason, which is kept as a draft until the server has it. */
export function RollBackForm({ release, onCancel, onDone }: RollBackFormProps) {
  const { remote, version } = release;
  const { t } = useReleaseTexts();
  const name = useReleaseName()(remote);
  const { show } = useToast();
  const { rollBack } = useReleaseChanges(onDone);
  const send = async ({ reason }: { reason: string }) => {
    await rollBack(release, reason).catch((cause: unknown) => {
      throw withUserMessage(cause, { failed: t('rollback.failed') });
    });
    show({ type: 'success', message: t('rollback.done', { remote: name, version }) });
  };
  return (
    <ReasonForm
      schema={reasonForm}
      draft={`rollback-${remote}`}
      label={t('rollback.reason')}
      hint={t('rollback.reason_hint')}
      submit={t('rollback.submit')}
      maxLength={300}
      onSubmit={send}
      onCancel={onCancel}
    />
  );
}
