import { type Report, volumeKinds } from '@bank/contracts/reports';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Stack } from '@bank/ui/layout';
import { Stat } from '@bank/ui/stat';
import { useTexts } from '../texts';
import styles from './reports-page.module.css';
import { sumOf } from './sums';

export function ReportStats({ report }: { report: Report }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { volumes, fees, outcomes, kyc, dateFrom, dateTo } = report;
  const made = outcomes.pending.count + outcomes.completed.count + outcomes.failed.count;
  const movements = volumeKinds.reduce((sum, kind) => sum + volumes[kind].count, 0);
  return (
    <Stack className={styles.stats}>
      <Stat
        icon="arrow-left-right"
        label={t('reports.volume')}
        value={<Amount value={sumOf(volumeKinds.map((kind) => volumes[kind].amount))} />}
        hint={t('reports.movements', { count: movements })}
      />
      <Stat
        icon="receipt"
        label={t('reports.fees')}
        value={<Amount value={fees.amount} />}
        hint={t('reports.fees_count', { count: fees.count })}
      />
      <Stat
        icon="send"
        label={t('reports.payments_made')}
        value={number(made)}
        action={
          <Link to={`/admin/transactions?type=payment&dateFrom=${dateFrom}&dateTo=${dateTo}`}>
            {t('reports.payments_link')}
          </Link>
        }
      />
      <Stat
        icon="badge-check"
        label={t('reports.kyc_reviewed')}
        value={number(kyc.reviewed)}
        hint={t('reports.kyc_waiting', { count: kyc.waiting })}
      />
    </Stack>
  );
}
