import { useState } from 'react';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { noPayee } from '../transfers/payee-choice';
import { ConfirmStep } from '../transfers/confirm-step';
import { ReceiptStep } from '../transfers/receipt-step';
import { transferDraft } from '../transfers/transfer-draft';
import { type Fill, useFinder } from '../transfers/use-finder';
import { useTransfer } from '../transfers/use-transfer';
import { AmountQuestion, NameQuestion, RecipientQuestion } from './send-questions';
import { SimplePage } from './simple-page';
import { useSimpleTexts } from './texts';

/** A transfer, one question a page: to whom, how much, is that right? It is the ordinary transfer, draft and key included. */
export function SimpleSend() {
  const { t } = useSimpleTexts();
  const transfer = useTransfer(useIdempotencyKey(transferDraft));
  const { form, order, receipt } = transfer;
  const fill: Fill = (values) => {
    form.clearErrors();
    Object.entries(values).forEach(([name, value]) => form.setValue(name as keyof typeof values, value));
  };
  const finder = useFinder(form, fill);
  const [isTyping, setIsTyping] = useState(false);
  const [to, label] = form.watch(['to', 'recipient_label']);
  const restart = () => fill({ ...noPayee, to: 'customer' }, 'recipient_id');
  if (order && receipt) {
    return (
      <SimplePage question={t('send_done')}>
        <ReceiptStep title="h2" order={order} receipt={receipt} onAnother={transfer.startOver} />
      </SimplePage>
    );
  }
  if (order) {
    return (
      <SimplePage question={t('send_check')} onBack={transfer.edit}>
        <ConfirmStep
          title="h2"
          form={form}
          order={order}
          onSubmit={(event) => void transfer.confirm(event)}
          onEdit={transfer.edit}
          onTakeName={transfer.takeName}
        />
      </SimplePage>
    );
  }
  if (label !== '') return <AmountQuestion transfer={transfer} onBack={restart} />;
  if (to === 'iban') return <NameQuestion form={form} fill={fill} onBack={restart} />;
  return <RecipientQuestion form={form} finder={finder} isTyping={isTyping} onTyping={setIsTyping} />;
}
