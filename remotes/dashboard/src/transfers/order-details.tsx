import type { ReactNode } from 'react';
import { Fact, Facts } from '@bank/ui/facts';
import { inGroupsOfFour } from '../balance/account-number';
import { useTexts } from '../texts';
import { useIbanWords } from './iban-words';
import type { TransferOrder } from './transfer-order';
import styles from './transfer.module.css';

/** To whom an order goes, how and what for; `children` are further lines. */
export function OrderDetails({ order, children }: { order: TransferOrder; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <Facts>
      {order.to === 'customer' ? (
        <Fact name={t('transfer.recipient')}>
          {t('transfer.customer', { id: order.request.recipient_id })}
        </Fact>
      ) : (
        <OutsideRecipient request={order.request} />
      )}
      {order.request.description && <Fact name={t('transfer.description')}>{order.request.description}</Fact>}
      {children}
    </Facts>
  );
}

function OutsideRecipient({ request }: Pick<Extract<TransferOrder, { to: 'iban' }>, 'request'>) {
  const { t } = useTexts();
  const { recipient_name: name, recipient_account: account, payment_method: method } = request;
  const { country } = useIbanWords()(account);
  return (
    <>
      <Fact name={t('transfer.recipient')}>{name}</Fact>
      <Fact name={t('transfer.iban')}>
        {inGroupsOfFour(account)} <span className={styles.country}>({country})</span>
      </Fact>
      <Fact name={t('transfer.method')}>{t(`transfer.method_${method}`)}</Fact>
    </>
  );
}
