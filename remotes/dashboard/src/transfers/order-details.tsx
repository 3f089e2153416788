import type { ReactNode } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { useFormat } from '@bank/i18n/use-format';
import { usePayeeTexts } from '../payees/texts';
import { useTransferTexts } from './texts';
import { useIbanDescription } from './iban-description';
import type { OutsideOrder, TransferOrder } from './transfer-order';
import { useCustomerName } from './transfers.api';
import styles from './transfer.module.css';

/** Recipient, method and purpose of an order; `children` are further facts. */
export function OrderDetails({ order, children }: { order: TransferOrder; children?: ReactNode }) {
  const { t } = useTransferTexts();
  return (
    <DescriptionList>
      {order.to === 'customer' ? (
        <Fact name={t('transfer.recipient')}>
          <Customer order={order} />
        </Fact>
      ) : (
        <OutsideRecipient order={order} />
      )}
      {order.request.description && <Fact name={t('transfer.description')}>{order.request.description}</Fact>}
      <Timing order={order} />
      {children}
    </DescriptionList>
  );
}

function Customer({ order }: { order: TransferOrder & { to: 'customer' } }) {
  const { t } = useTransferTexts();
  const name = useCustomerName(order);
  return (
    <>
      {name && <strong>{name} </strong>}
      <span className={styles.country}>{t('transfer.customer', { id: order.request.recipient_id })}</span>
    </>
  );
}

/** The day of a planned payment, or the rhythm of a standing order. */
function Timing({ order }: { order: TransferOrder }) {
  const { t } = usePayeeTexts();
  const { date } = useFormat();
  const planned = order.to === 'iban' ? order.request.execution_date : undefined;
  const { rhythm } = order;
  return (
    <>
      {planned && <Fact name={t('execution_date')}>{date(planned)}</Fact>}
      {rhythm && <Fact name={t('frequency')}>{t(`frequency_${rhythm.frequency}`)}</Fact>}
      {rhythm && <Fact name={t('first_run')}>{date(rhythm.first_run)}</Fact>}
      {rhythm?.until && <Fact name={t('until')}>{date(rhythm.until)}</Fact>}
    </>
  );
}

function OutsideRecipient({ order: { request, country: abroad } }: { order: OutsideOrder }) {
  const { t } = useTransferTexts();
  const { recipient_name: name, recipient_account: account, payment_method: method } = request;
  const { t: payee } = usePayeeTexts();
  const { country } = useIbanDescription()(account);
  return (
    <>
      <Fact name={t('transfer.recipient')}>{name}</Fact>
      <Fact name={abroad === undefined ? t('transfer.iban') : payee('account_number')}>
        {inGroupsOfFour(account)} <span className={styles.country}>({abroad ?? country})</span>
      </Fact>
      <Fact name={t('transfer.method')}>{t(`transfer.method_${method}`)}</Fact>
    </>
  );
}
