import { useState } from 'react';
import { type RefuseRequest, refuseRequest, type StaffApproval } from '@bank/contracts/approvals';
import { withUserMessage } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { ReasonForm } from '@bank/client/reason-form';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { useToast } from '@bank/ui/toast';
import { ApprovalChanges } from './approval-changes';
import { isWithdrawn, refusalOf, useApprovalDecisions } from './approvals.api';
import { useApprovalTexts } from './texts';

/** The dialog that the address names (`?approve=7`, `?refuse=7`); of what is no longer to be decided, why. */
export function ApprovalDialogs({ approvals }: { approvals: readonly StaffApproval[] }) {
  const approving = useUrlDetails('approve');
  const refusing = useUrlDetails('refuse');
  const { user } = useSession();
  // A list of what waits no longer has what a colleague decided.
  const [seen, setSeen] = useState<number>();
  // An address may come from a colleague who may decide it.
  if (!mayDo(user, 'change', 'approvals:decide')) return null;
  const waiting = (id: number | undefined) =>
    approvals.find((approval) => approval.id === id && approval.status === 'pending');
  const asked = waiting(approving.open);
  // An open dialog stays open when the server refuses its decision.
  const toApprove = asked?.obstacle === null || asked?.id === seen ? asked : undefined;
  const toRefuse = waiting(refusing.open);
  const act = toRefuse && (refusalOf(toRefuse, user) ?? (toRefuse.id === seen ? 'refuse' : undefined));
  const shown = toApprove ?? (act && toRefuse);
  if (shown && shown.id !== seen) setSeen(shown.id);
  if (toApprove) return <Approval key={toApprove.id} approval={toApprove} onClose={approving.close} />;
  if (toRefuse && act)
    return <Refusal key={toRefuse.id} approval={toRefuse} act={act} onClose={refusing.close} />;
  const { open, close } = approving.open === undefined ? refusing : approving;
  const over = approvals.find(({ id }) => id === open);
  if (open === undefined || over?.status === 'pending' || (!over && open !== seen)) return null;
  // The reader's own decision is shown by a message.
  if (over?.decided_by && over.decided_by.id === user?.id) return null;
  return <Over id={open} approval={over} onClose={close} />;
}

interface OverProps {
  id: number;
  /** Absent where the list no longer has it. */
  approval: StaffApproval | undefined;
  onClose: () => void;
}

function Over({ id, approval, onClose }: OverProps) {
  const { t } = useApprovalTexts();
  const shared = useSharedTexts();
  const name = approval?.decided_by?.name;
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t(name === undefined ? 'over.title' : 'decided.title')}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {shared.t('action.close')}
        </Button>
      }
    >
      <p>{t(howOver(approval), { id, name: name ?? '' })}</p>
      {approval?.reason && <p>{t('motive', { motive: approval.reason })}</p>}
    </Dialog>
  );
}

function howOver(approval: StaffApproval | undefined) {
  if (approval?.status === 'expired') return 'over.expired';
  if (!approval?.decided_by) return 'over.gone';
  if (isWithdrawn(approval)) return 'decided.withdrawn';
  return approval.status === 'approved' ? 'decided.approved' : 'decided.refused';
}

interface DecisionProps {
  approval: StaffApproval;
  onClose: () => void;
}

function Approval({ approval, onClose }: DecisionProps) {
  const { t } = useApprovalTexts();
  const intent = useIdempotencyKey();
  const { approve } = useApprovalDecisions(approval.id);
  const { subject, motive } = approval;
  const { name } = approval.requested_by;
  return (
    <ConfirmDialog
      title={t('approve.question', { id: approval.id })}
      description={
        <>
          <p>{t('approve.message', { name })}</p>
          {subject && <p>{t('approve.subject', { name: subject.name, id: subject.id })}</p>}
          <ApprovalChanges approval={approval} />
          {motive && <p>{t('motive', { motive })}</p>}
        </>
      }
      action={t('action.approve')}
      onConfirm={() => approve(intent.keyFor([approval.id]))}
      done={t('approve.done', { id: approval.id })}
      failed={t('decision_failed')}
      onClose={onClose}
    />
  );
}

function Refusal({ approval, act, onClose }: DecisionProps & { act: Refusing }) {
  const { t } = useApprovalTexts();
  const { id, requested_by } = approval;
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t(`${act}.question`, { id })}
      description={t(`${act}.message`, { name: requested_by.name })}
    >
      <RefusalForm id={id} act={act} onDone={onClose} />
    </Dialog>
  );
}

type Refusing = NonNullable<ReturnType<typeof refusalOf>>;

interface RefusalFormProps {
  id: number;
  act: Refusing;
  onDone: () => void;
}

function RefusalForm({ id, act, onDone }: RefusalFormProps) {
  const { t } = useApprovalTexts();
  const { show } = useToast();
  const draft = `approval-refusal-${id}`;
  const intent = useIdempotencyKey(draft);
  const { refuse } = useApprovalDecisions(id);
  const isShown = useIsShown();
  const send = async (request: RefuseRequest) => {
    await refuse(request, intent.keyFor([id, request])).catch((cause: unknown) => {
      throw withUserMessage(cause, { failed: t('decision_failed') });
    });
    show({ type: 'success', message: t(`${act}.done`, { id }) });
    if (isShown()) onDone();
  };
  return (
    <ReasonForm
      schema={refuseRequest}
      draft={draft}
      label={t('refuse.reason')}
      hint={t('refuse.reason_hint')}
      submit={t(`action.${act}`)}
      onSubmit={send}
      onCancel={onDone}
    />
  );
}
