import type { ListedPayment } from '@bank/contracts/payments';
import { Button } from '@bank/ui/button';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import type { PaymentAddress } from './payment-address';
import styles from './payment-table.module.css';
import { isOpenTo, useMayDecide } from './use-may-decide';

interface RowActionsProps {
  payment: ListedPayment;
  address: PaymentAddress;
}

/** The actions of a row; one that the person cannot decide has its details only. */
export function RowActions({ payment, address }: RowActionsProps) {
  const { t } = useTexts();
  const mayDecide = useMayDecide();
  const { id, reference } = payment;
  const actions = [
    { key: 'details', icon: 'eye', onClick: () => address.show(id) },
    { key: 'approve', icon: 'check', onClick: () => address.show(id, 'approve') },
    { key: 'reject', icon: 'x', onClick: () => address.show(id, 'reject') },
  ] as const;
  return (
    <span className={styles.actions}>
      {actions
        .filter(({ key }) => key === 'details' || (mayDecide && isOpenTo[key](payment)))
        .map(({ key, icon, onClick }) => (
          <Button
            key={key}
            variant="quiet"
            size="small"
            icon={icon}
            title={t(`payments.${key}`)}
            onClick={onClick}
          >
            <span className={styles.word}>{t(`payments.${key}`)}</span>{' '}
            <VisuallyHidden>{reference}</VisuallyHidden>
          </Button>
        ))}
    </span>
  );
}
