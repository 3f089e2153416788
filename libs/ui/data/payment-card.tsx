import { useSharedTexts } from '@bank/i18n/shared-texts';
import { classNames } from '../theme/class-names';
import styles from './payment-card.module.css';

export interface PaymentCardProps {
  /** As the server masks it: `**** **** **** 4242`. */
  number: string;
  holder: string;
  /** As printed: `11/29`. */
  expiry: string;
  brand: string;
  /** The label in the corner: the tier, or "virtuelle". */
  label?: string;
  /** Greyed out: a card that is blocked or expired. The page must state so in words. */
  muted?: boolean;
}

/** A payment card as it lies on the counter, as wide as its container. */
export function PaymentCard({ number, holder, expiry, brand, label, muted = false }: PaymentCardProps) {
  const { t } = useSharedTexts();
  const ending = number.replace(/\D/g, '').slice(-4);
  return (
    <div className={styles.frame}>
      <div className={classNames(styles.card, muted && styles.muted)}>
        <CardPicture />
        <span className={styles.bank}>Bank PCS</span>
        {label && <span className={styles.label}>{label}</span>}
        <span className={styles.unseen}>{t('card.number', { brand, number: ending })}</span>
        <span className={styles.number} aria-hidden="true">
          {number.replace(/[*Xx•]/g, '•')}
        </span>
        <span className={styles.holder}>
          <span className={styles.caption}>{t('card.holder')}</span>
          {holder}
        </span>
        <span className={styles.expiry}>
          <span className={styles.caption}>{t('card.expiry')}</span>
          {expiry}
        </span>
        <span className={styles.brand} aria-hidden="true">
          {brand}
        </span>
      </div>
    </div>
  );
}

/** The counter's arch in relief, the sun behind it, and the chip. */
function CardPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 340 214" aria-hidden="true">
      <path className={styles.relief} d="M164 214V98a88 88 0 0 1 176 0v116z" />
      <path className={styles.ground} d="M204 214V98a48 48 0 0 1 96 0v116z" />
      <circle className={styles.sun} cx="252" cy="84" r="22" />
      <rect className={styles.chip} x="24" y="72" width="40" height="30" rx="6" />
      <path className={styles.contacts} d="M24 87h13m14 0h13M37 72v30M51 72v30" />
    </svg>
  );
}
