import { ConfirmStep } from '../transfers/confirm-step';
import { ReceiptStep } from '../transfers/receipt-step';
import { useFinder } from '../transfers/use-finder';
import { useTransfer } from '../transfers/use-transfer';
import { AmountQuestion, NameQuestion, RecipientQuestion } from './send-questions';
import { SimplePage } from './simple-page';
import { useSimpleTexts } from './texts';
import { useSendSteps } from './use-send-steps';

/** A transfer, one question a page: to whom, how much, is that right? It is the ordinary transfer, draft and key included. */
export function SimpleSend() {
  const { t } = useSimpleTexts();
  const transfer = useTransfer();
  const { form, order, receipt } = transfer;
  const { step, go, back, fill } = useSendSteps(transfer);
  const finder = useFinder(form, fill);
  const [to, label] = form.watch(['to', 'recipient_label']);
  if (order && receipt && step === 'done') {
    return (
      <SimplePage question={t('send_done')}>
        <ReceiptStep
          title="h2"
          order={order}
          receipt={receipt}
          onAnother={() => go(undefined)}
          onAgain={transfer.again}
        />
      </SimplePage>
    );
  }
  if (order && step === 'check') {
    return (
      <SimplePage question={t('send_check')} onBack={back}>
        <ConfirmStep
          title="h2"
          form={form}
          order={order}
          onSubmit={() => void transfer.confirm()}
          onEdit={back}
          onTakeName={transfer.takeName}
        />
      </SimplePage>
    );
  }
  if (label !== '' && (step === 'amount' || step === 'check'))
    return <AmountQuestion transfer={transfer} onBack={back} />;
  if (to === 'iban' && step === 'name') return <NameQuestion form={form} fill={fill} onBack={back} />;
  return (
    <RecipientQuestion
      form={form}
      finder={finder}
      isTyping={step === 'someone'}
      onTyping={() => go('someone')}
      onBack={back}
    />
  );
}
