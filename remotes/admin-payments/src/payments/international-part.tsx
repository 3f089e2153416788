import { listedCountries } from '@bank/contracts/listed-countries';
import type { PaymentDetail, PaymentPayee } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { useTexts } from '../texts';
import styles from './payment-details.module.css';

/** The destination, cost and tracking id of an international payment. */
export function InternationalFacts({ payment }: { payment: PaymentDetail }) {
  const { t } = useTexts();
  const { amount, date } = useFormat();
  const { payee, fee, charges, currency, uetr, arrival_date: arrival } = payment;
  if (payee === null) return null;
  return (
    <>
      <Fact name={t('payments.detail_fee')}>{amount(fee, currency)}</Fact>
      {charges && <Fact name={t('payments.detail_charges')}>{charges}</Fact>}
      <Fact name={t('payments.detail_country')}>{payee.country}</Fact>
      {payee.bic && <Fact name={t('payments.detail_bic')}>{payee.bic}</Fact>}
      {payee.clearing_code && <Fact name={t('payments.detail_clearing')}>{payee.clearing_code}</Fact>}
      {payee.address && <Fact name={t('payments.detail_address')}>{lineOf(payee.address)}</Fact>}
      {arrival && <Fact name={t('payments.detail_arrival')}>{date(arrival)}</Fact>}
      {uetr && <Fact name={t('payments.detail_uetr')}>{uetr}</Fact>}
    </>
  );
}

const lineOf = ({ street, postcode, town, country }: NonNullable<PaymentPayee['address']>) =>
  [street, [postcode, town].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

/** The names on the sanctions list that resemble the recipient's. */
export function SanctionsPart({ payment: { sanctions } }: { payment: PaymentDetail }) {
  const { t, language } = useTexts();
  const { percent } = useFormat();
  if (sanctions.length === 0) return null;
  return (
    <section aria-labelledby="sanctions-part">
      <h3 id="sanctions-part">{t('payments.sanctions')}</h3>
      <p className={styles.quiet}>{t('payments.sanctions_note')}</p>
      <DescriptionList>
        {sanctions.map(({ entry, name, likeness, countries, programs }) => (
          <Fact key={entry} name={name}>
            {[
              t('payments.sanctions_likeness', { percent: percent(likeness) }),
              listedCountries(countries, language),
              programs,
              entry,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        ))}
      </DescriptionList>
    </section>
  );
}
