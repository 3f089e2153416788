import { Link } from '@bank/client/router';
import { Amount } from '@bank/ui/amount';
import { buttonClass } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { PageHeading } from '@bank/ui/page-heading';
import { PaymentCard } from '@bank/ui/payment-card';
import { useTexts } from '../texts';
import { SimpleChoice } from './simple-choice';
import styles from './hero.module.css';

export function Hero() {
  const { t } = useTexts();
  return (
    <div className={styles.hero}>
      <div className={styles.words}>
        <PageHeading title={t('hero.title')} lead={t('hero.description')} />
        <p className={styles.price}>
          <strong>{t('hero.price')}</strong>
          <span>{t('hero.price_detail')}</span>
        </p>
        <Cluster gap="12-16" align="center" className={styles.action}>
          <Link to="/signup" className={buttonClass({ size: 'large' })}>
            {t('open_account')}
          </Link>
          <p>{t('hero.time')}</p>
        </Cluster>
        <SimpleChoice />
      </div>
      <Example />
    </div>
  );
}

/** A card and an account of nobody. */
export function Example() {
  const { t } = useTexts();
  return (
    <figure className={styles.example}>
      <PaymentCard
        number="**** **** **** 4242"
        holder={t('example.holder')}
        expiry="11/29"
        brand="Mastercard"
      />
      <div className={styles.panel}>
        <p className={styles.label}>{t('example.balance')}</p>
        <p>
          <Amount value={1284.5} size="large" />
        </p>
        <ul className={styles.movements}>
          <li>
            <span>{t('example.salary')}</span>
            <Amount value={1450} tone="direction" />
          </li>
          <li>
            <span>{t('example.groceries')}</span>
            <Amount value={-32.4} tone="direction" />
          </li>
        </ul>
      </div>
      <figcaption>{t('example.caption')}</figcaption>
    </figure>
  );
}
