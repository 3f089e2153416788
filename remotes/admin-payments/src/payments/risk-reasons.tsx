import { type PaymentDetail, riskFloor } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { useTexts } from '../texts';
import styles from './payment-details.module.css';

/** Why the score is what it is: each reason with the points it added, and their share of the score. */
export function RiskReasons({ payment: { risk, risk_points: all } }: { payment: PaymentDetail }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const pointsOf = (reason: string) => all.find((each) => each.reason === reason)?.points ?? 0;
  const sum = all.reduce((total, { points }) => total + points, riskFloor);
  return (
    <ul className={styles.reasons} aria-label={t('payments.risk_reasons')}>
      {risk.reasons.map((reason) => {
        const points = pointsOf(reason);
        const percent = Math.round((100 * points) / sum);
        return (
          <li key={reason}>
            <span>{t(`payments.risk_reason_${reason}`)}</span>
            {points > 0 && (
              <>
                <span className={styles.points}>
                  {t('payments.risk_points', { points: number(points), percent: number(percent) })}
                </span>
                <meter className={styles.share} aria-hidden="true" max={100} value={percent} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
