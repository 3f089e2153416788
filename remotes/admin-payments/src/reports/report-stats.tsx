import { paymentStatuses } from '@bank/contracts/payments';
import { type Report, volumeKinds } from '@bank/contracts/reports';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Difference } from '@bank/ui/difference';
import { Stack } from '@bank/ui/layout';
import { Stat } from '@bank/ui/stat';
import { PermittedLink } from '../figures/permitted-link';
import { useTexts } from '../texts';
import type { Compared } from './reports.api';
import styles from './reports-page.module.css';
import { sumOf } from './sums';

export function ReportStats({ report, before }: Compared) {
  const { t } = useTexts();
  const { amount, number } = useFormat();
  const { volumes, fees, kyc, dateFrom, dateTo } = report;
  const movements = volumeKinds.reduce((sum, kind) => sum + volumes[kind].count, 0);
  const difference = (of: (report: Report) => number, worded: (value: number) => string) =>
    before && (
      <Difference now={of(report)} before={of(before)} worded={worded} period={t('reports.before')} />
    );
  return (
    <Stack className={styles.stats}>
      <Stat
        icon="arrow-left-right"
        label={t('reports.volume')}
        value={<Amount value={volumeOf(report)} />}
        hint={
          <>
            {t('reports.movements', { count: movements, shown: number(movements) })}
            {difference(volumeOf, (value) => amount(value))}
          </>
        }
      />
      <Stat
        icon="receipt"
        label={t('reports.fees')}
        value={<Amount value={fees.amount} />}
        hint={
          <>
            {t('reports.fees_count', { count: fees.count, shown: number(fees.count) })}
            {difference(
              (one) => one.fees.amount,
              (value) => amount(value),
            )}
          </>
        }
      />
      <Stat
        icon="send"
        label={t('reports.payments_made')}
        value={number(madeIn(report))}
        hint={difference(madeIn, number)}
        action={
          <PermittedLink
            to={`/admin/transactions?kind=outside_payment&dateFrom=${dateFrom}&dateTo=${dateTo}`}
          >
            {t('reports.payments_link')}
          </PermittedLink>
        }
      />
      <Stat
        icon="badge-check"
        label={t('reports.kyc_reviewed')}
        value={number(kyc.reviewed)}
        hint={
          <>
            {t('reports.kyc_waiting', { count: kyc.waiting, shown: number(kyc.waiting) })}
            {difference((one) => one.kyc.reviewed, number)}
          </>
        }
      />
    </Stack>
  );
}

const volumeOf = ({ volumes }: Report) => sumOf(volumeKinds.map((kind) => volumes[kind].amount));
const madeIn = ({ outcomes }: Report) =>
  paymentStatuses.reduce((sum, status) => sum + outcomes[status].count, 0);
