import { homeCurrency } from '@bank/contracts/currencies';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Button, buttonClass } from '@bank/ui/button';
import { Fact } from '@bank/ui/description-list';
import { Cluster, Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { Ticket } from '@bank/client/ticket';
import { useAccounts } from '../account/account.api';
import { usePayeeTexts } from '../payees/texts';
import { ReceiptActions } from '../transactions/receipt-actions';
import { useSummaryFocus } from '../use-summary-focus';
import { useTransferTexts } from './texts';
import { useReceipt } from './use-receipt';
import { OrderDetails } from './order-details';
import { currencyOf, type TransferOrder } from './transfer-order';
import styles from './transfer.module.css';
import { type Receipt, useCustomerName } from './transfers.api';

interface ReceiptStepProps {
  order: TransferOrder;
  receipt: Receipt;
  onAnother: () => void;
  /** Lets the person confirm the same order once more. */
  onAgain?: (() => void) | undefined;
  /** Its title is below that of a dialog, or of a page. */
  title?: 'h2' | 'h3';
}

/** The receipt of a transfer; takes the focus, for screen readers. */
export function ReceiptStep({ order, receipt, onAnother, onAgain, title: Title = 'h3' }: ReceiptStepProps) {
  const { t } = useTransferTexts();
  const { t: payee } = usePayeeTexts();
  const words = useReceipt(order, receipt);
  const movements = useMovementsAddress(order);
  const summary = useSummaryFocus();
  return (
    <Stack>
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        {receipt.earlierAt && <Already at={receipt.earlierAt} onAgain={onAgain} />}
        <Ticket
          stamped={words.hasArrived}
          head={
            <>
              <Title>{words.title}</Title>
              <p>
                <Amount value={order.request.amount} currency={currencyOf(order)} size="large" />
              </p>
              <p className={styles.note} aria-live="polite">
                {words.message}
              </p>
            </>
          }
        >
          <OrderDetails order={order}>
            {receipt.kind !== 'standing' && <Made receipt={receipt} state={words.state} />}
          </OrderDetails>
        </Ticket>
      </Stack>
      <Cluster className={styles.actions}>
        {receipt.kind === 'standing' ? (
          <Link to="/dashboard/payees" className={buttonClass()}>
            {payee('see_orders')}
          </Link>
        ) : (
          <Link to={movements} className={buttonClass()}>
            {t('transfer.see_transactions')}
          </Link>
        )}
        <Button variant="secondary" onClick={onAnother}>
          {t('transfer.another')}
        </Button>
        {receipt.kind !== 'standing' && <MadeActions order={order} receipt={receipt} title={words.title} />}
      </Cluster>
    </Stack>
  );
}

/** The order had been carried out before: what the person sent now has changed nothing. */
function Already({ at, onAgain }: { at: string; onAgain: ReceiptStepProps['onAgain'] }) {
  const { t } = useTransferTexts();
  const { dateTime } = useFormat();
  return (
    <Alert title={t('transfer.already_title')}>
      <Stack gap={8}>
        <p>{t('transfer.already', { date: dateTime(at) })}</p>
        {onAgain && (
          <Cluster>
            <Button variant="secondary" size="small" onClick={onAgain}>
              {t('transfer.again')}
            </Button>
          </Cluster>
        )}
      </Stack>
    </Alert>
  );
}

/** The page with the movements of the account that paid; of its currency’s account once that is known. */
function useMovementsAddress(order: TransferOrder): string {
  const currency = currencyOf(order);
  const { data } = useAccounts({ enabled: currency !== homeCurrency });
  if (currency === homeCurrency) return '/dashboard/transactions';
  const account = data?.accounts.find((each) => each.currency === currency);
  return `/dashboard/currencies${account ? `?account=${account.id}` : ''}`;
}

type MadeReceipt = Exclude<Receipt, { kind: 'standing' }>;
type State = ReturnType<typeof useReceipt>['state'];

/** Reference, time and state of money that was sent. */
function Made({ receipt, state }: { receipt: MadeReceipt; state: State }) {
  const { t } = useTransferTexts();
  const { dateTime } = useFormat();
  return (
    <>
      <Fact name={t('transfer.reference')}>
        <Reference reference={receipt.reference} />
      </Fact>
      <Fact name={t('transfer.date')}>{dateTime(receipt.at)}</Fact>
      <Outcome receipt={receipt} state={state} />
    </>
  );
}

/** Prints the receipt, and shares what it is about. */
function MadeActions({
  order,
  receipt,
  title,
}: {
  order: TransferOrder;
  receipt: MadeReceipt;
  title: string;
}) {
  const { amount, dateTime } = useFormat();
  const recipient = useRecipient(order);
  const sum = amount(order.request.amount, currencyOf(order));
  return <ReceiptActions words={[title, sum, recipient, dateTime(receipt.at), receipt.reference]} />;
}

/** The recipient’s name; of one who was found by number, who may have none to tell, the number. */
function useRecipient(order: TransferOrder): string {
  const { t } = useTransferTexts();
  const name = useCustomerName(order);
  if (order.to !== 'customer') return order.request.recipient_name;
  return name ?? t('transfer.customer', { id: order.request.recipient_id });
}

function Outcome({ receipt, state }: { receipt: MadeReceipt; state: State }) {
  const { t } = useTransferTexts();
  if (receipt.kind === 'moved') {
    return (
      <Fact name={t('transfer.new_balance')}>
        <Amount value={receipt.balance} />
      </Fact>
    );
  }
  return <Fact name={t('transfer.state')}>{state && <Badge tone={state.tone}>{state.text}</Badge>}</Fact>;
}

function Reference({ reference }: { reference: string }) {
  const { t } = useTransferTexts();
  const { show } = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      show({ type: 'success', message: t('transfer.copied') });
    } catch {
      show({ type: 'error', message: t('transfer.copy_failed') });
    }
  };
  return (
    <span className={styles.reference}>
      <span>{reference}</span>
      <Button variant="secondary" size="small" icon="copy" onClick={() => void copy()}>
        {t('transfer.copy')}
      </Button>
    </span>
  );
}
