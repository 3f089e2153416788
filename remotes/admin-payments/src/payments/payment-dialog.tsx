import type { ReactNode } from 'react';
import { isDecidable, isRejectable, type ListedPayment, type PaymentDetail } from '@bank/contracts/payments';
import { isOffline } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { TakeControl } from '@bank/client/work';
import { Button } from '@bank/ui/button';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import { ApproveForm } from './approve-form';
import { DecisionFrame } from './decision-frame';
import type { Decision, PaymentAddress } from './payment-address';
import { PaymentDetails } from './payment-details';
import { usePayment } from './payments.api';
import { RejectForm } from './reject-form';
import { isOpenTo, useMayDecide } from './use-may-decide';

type Intents = Record<Decision, ReturnType<typeof useIdempotencyKey>>;

interface PaymentDialogProps {
  address: PaymentAddress;
  /** The displayed rows, used until the payment is fetched. */
  rows: readonly ListedPayment[];
}

/** The payment that the address names, on the page or not: its details, or a decision form. */
export function PaymentDialog({ address, rows }: PaymentDialogProps) {
  const intents: Intents = { approve: useIdempotencyKey(), reject: useIdempotencyKey('reject-payment') };
  if (address.open === undefined) return null;
  const known = rows.find(({ id }) => id === address.open);
  return (
    <OpenPayment
      key={`${address.open} ${address.decision}`}
      id={address.open}
      known={known}
      address={address}
      intents={intents}
    />
  );
}

interface OpenPaymentProps extends Pick<PaymentDialogProps, 'address'> {
  id: number;
  known: ListedPayment | undefined;
  intents: Intents;
}

function OpenPayment({ id, known, address, intents }: OpenPaymentProps) {
  const { t } = useTexts();
  const query = usePayment(id);
  const mayDecide = useMayDecide();
  const isShown = useIsShown();
  const { data: payment } = query;
  const { decision, close } = address;
  const shown = payment ?? known;
  const reference = shown?.reference ?? '';
  if (decision === undefined || !mayDecide || (shown && !isOpenTo[decision](shown))) {
    return (
      <Dialog
        open
        size="large"
        onClose={close}
        title={t('payments.detail_title', { reference })}
        description={
          <TakeControl
            kind="payment"
            id={id}
            mayTake={mayDecide && shown !== undefined && isDecidable(shown)}
          />
        }
        actions={
          payment &&
          mayDecide &&
          isRejectable(payment) && <DetailActions payment={payment} address={address} />
        }
      >
        <FetchedPayment query={query}>
          {(fetched) => (
            <PaymentDetails payment={fetched} isOvertaken={mayDecide && decision !== undefined} />
          )}
        </FetchedPayment>
      </Dialog>
    );
  }
  const Form = decision === 'approve' ? ApproveForm : RejectForm;
  return (
    <Dialog open onClose={close} title={t(`payments.${decision}_title`)}>
      <FetchedPayment query={query}>
        {(fetched) => (
          <DecisionFrame payment={fetched}>
            <Form
              payment={fetched}
              intent={intents[decision]}
              onDone={() => isShown() && close()}
              onBack={() => address.turnTo(id)}
            />
          </DecisionFrame>
        )}
      </FetchedPayment>
    </Dialog>
  );
}

function DetailActions({ payment, address }: { payment: PaymentDetail; address: PaymentAddress }) {
  const { t } = useTexts();
  const { id } = payment;
  return (
    <>
      {isDecidable(payment) && (
        <Button icon="check" onClick={() => address.turnTo(id, 'approve')}>
          {t('payments.approve')}
        </Button>
      )}
      <Button variant="secondary" icon="x" onClick={() => address.turnTo(id, 'reject')}>
        {t('payments.reject')}
      </Button>
    </>
  );
}

interface FetchedPaymentProps {
  query: ReturnType<typeof usePayment>;
  children: (payment: PaymentDetail) => ReactNode;
}

function FetchedPayment({ query, children }: FetchedPaymentProps) {
  const { t } = useTexts();
  return (
    <QueryBoundary
      query={query}
      rows={6}
      failed={t('payments.load_failed')}
      message={t(isOffline(query.error) ? 'payments.load_failed_network' : 'payments.detail_failed')}
      missing={
        <EmptyState
          icon="receipt"
          title={t('payments.detail_missing')}
          message={t('payments.detail_missing_message')}
        />
      }
    >
      {children}
    </QueryBoundary>
  );
}
