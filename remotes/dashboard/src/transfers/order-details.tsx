import type { ReactNode } from 'react';
import { inGroupsOfFour } from '../balance/account-number';
import { useTexts } from '../texts';
import { useIbanWords } from './iban-words';
import type { TransferOrder } from './transfer-order';
import styles from './transfer.module.css';

/** To whom an order goes, how and what for; `children` are further lines. */
export function OrderDetails({ order, children }: { order: TransferOrder; children?: ReactNode }) {
  const { t } = useTexts();
  return (
    <dl className={styles.details}>
      {order.to === 'customer' ? (
        <Detail term={t('transfer.recipient')}>
          {t('transfer.customer', { id: order.request.recipient_id })}
        </Detail>
      ) : (
        <OutsideRecipient request={order.request} />
      )}
      {order.request.description && (
        <Detail term={t('transfer.description')}>{order.request.description}</Detail>
      )}
      {children}
    </dl>
  );
}

function OutsideRecipient({ request }: Pick<Extract<TransferOrder, { to: 'iban' }>, 'request'>) {
  const { t } = useTexts();
  const { recipient_name: name, recipient_account: account, payment_method: method } = request;
  const { country } = useIbanWords()(account);
  return (
    <>
      <Detail term={t('transfer.recipient')}>{name}</Detail>
      <Detail term={t('transfer.iban')}>
        {inGroupsOfFour(account)} <span className={styles.country}>({country})</span>
      </Detail>
      <Detail term={t('transfer.method')}>{t(`transfer.method_${method}`)}</Detail>
    </>
  );
}

/** One line of what a transfer is: what it is called, and what it is here. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
