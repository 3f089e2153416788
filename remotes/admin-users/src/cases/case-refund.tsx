import { useState } from 'react';
import { type AwaitingApproval, isAwaiting } from '@bank/contracts/approvals';
import { type CaseRefund as Refund, caseNoteRequest, type StaffCase } from '@bank/contracts/cases';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { mayDo, useSession } from '@bank/client/session';
import { StepForm } from '@bank/client/step-form';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { TextareaField } from '@bank/ui/textarea-field';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useStepCall } from '../steps/use-step-call';
import { refundCase, useCaseRefresh, useCaseUpdate } from './cases.api';
import { useCaseTexts } from './texts';

/** The possible action on a refund; nothing while a second administrator decides, nor after it was taken back. */
const actOf = ({ state, amount, recovered }: Refund) => {
  if (state === 'possible') return 'pay';
  return state === 'paid' && recovered < amount ? 'take_back' : undefined;
};

/** The refund of the bank's own money for a transaction that its holder did not authorise. */
export function CaseRefund({ found, refund }: { found: StaffCase; refund: Refund }) {
  const { t } = useCaseTexts();
  const { amount: money, dateTime } = useFormat();
  const { user } = useSession();
  const [begun, setBegun] = useState<'pay' | 'take_back'>();
  const act = actOf(refund);
  // A form to pay must not become one to take back once the money is paid, by an answer that was lost or by a colleague.
  const isWriting = begun !== undefined && begun === act;
  const place = useFocusAfter<HTMLParagraphElement>(isWriting);
  if (isWriting) return <RefundForm found={found} act={begun} onClose={() => setBegun(undefined)} />;
  const { state, amount, currency, recovered, at } = refund;
  const isTaken = found.assignee !== null && found.assignee.id !== user?.id;
  const canAct = act && !isTaken && mayDo(user, 'change', 'balances:change');
  const values = { amount: money(amount, currency), date: at ? dateTime(at) : '' };
  return (
    <Card title={t('refund.title')}>
      <Stack gap={12}>
        <p ref={place} tabIndex={-1}>
          {t(`refund.${state}`, values)}
        </p>
        {recovered > 0 && <Alert>{t('refund.recovered', { amount: money(recovered, currency) })}</Alert>}
        {canAct && (
          <div>
            <Button icon={act === 'pay' ? 'wallet' : 'x'} variant="secondary" onClick={() => setBegun(act)}>
              {t(`refund.act_${act}`, values)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

interface RefundFormProps {
  found: StaffCase;
  act: 'pay' | 'take_back';
  onClose: () => void;
}

function RefundForm({ found: { id, version }, act, onClose }: RefundFormProps) {
  const { t } = useCaseTexts();
  const update = useCaseUpdate();
  const refresh = useCaseRefresh(id);
  const draft = `case-${id}-refund-${act}`;
  const send = useStepCall({
    draft,
    known: (answer: StaffCase | AwaitingApproval) => (isAwaiting(answer) ? void refresh() : update(answer)),
    refresh,
    onClose,
  });
  const form = useBankForm({ schema: caseNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t('refund.reason') });
  const onSubmit = form.submit(({ text: reason }) =>
    send(
      { act, reason, version },
      (request, key) => refundCase(id, request, key),
      (answer) =>
        isAwaiting(answer)
          ? { type: 'info', message: t('refund.asked') }
          : { type: 'success', message: t(`refund.done_${act}`) },
    ),
  );
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t(`refund.form_${act}`)}
      submit={t(`refund.submit_${act}`)}
      variant={act === 'pay' ? 'primary' : 'danger'}
      onCancel={onClose}
    >
      <p>{t(`refund.lead_${act}`)}</p>
      <TextareaField {...field('text')} hint={t('words.note_hint')} rows={4} maxLength={4_000} required />
    </StepForm>
  );
}
