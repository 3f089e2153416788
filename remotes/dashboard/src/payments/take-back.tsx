import { useState } from 'react';
import type { OwnPayment } from '@bank/contracts/payments';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { useCancelPayment } from './payments.api';
import { usePaymentTexts } from './texts';

/** Cancels a payment that was not sent, or asks for the money of one that was. */
export function TakeBack({ payment }: { payment: OwnPayment }) {
  const { t } = usePaymentTexts();
  const { amount } = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const intent = useIdempotencyKey();
  const cancel = useCancelPayment(payment);
  const { cancellable, recallable, recipient_name: recipient } = payment;
  if (!cancellable && !recallable) return null;
  const act = cancellable ? 'cancel' : 'recall';
  const done = cancellable ? 'cancelled' : 'recalled';
  return (
    <>
      <div>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t(act)}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          danger={cancellable}
          title={t(`${act}_title`)}
          description={t(`${act}_message`, { amount: amount(payment.amount, payment.currency), recipient })}
          action={t(act)}
          dismiss={cancellable ? t('keep') : undefined}
          onConfirm={async () => {
            const key = intent.keyFor(act);
            await cancel(key);
            intent.done(key);
          }}
          done={t(done)}
          failed={t(`${act}_failed`)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
