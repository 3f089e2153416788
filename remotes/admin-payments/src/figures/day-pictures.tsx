import type { AdminStats } from '@bank/contracts/admin';
import { useTransactionWords } from '@bank/client/transaction-words';
import { useFormat } from '@bank/i18n/use-format';
import { DayPicture } from '@bank/ui/day-picture';
import { Difference } from '@bank/ui/difference';
import { useTexts } from '../texts';
import { PermittedLink } from './permitted-link';

export function DayPictures({ stats }: { stats: AdminStats }) {
  const { t } = useTexts();
  const status = useTransactionWords();
  const { number } = useFormat();
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  const payments = sum(
    stats.paymentsByDay.map(({ pending, completed, failed }) => pending + completed + failed),
  );
  const signUps = sum(stats.signUpsByDay.map(({ count }) => count));
  const compared = { worded: number, period: t('figures.days_before') };
  const [from, to] = [stats.paymentsByDay[0]?.day ?? '', stats.paymentsByDay.at(-1)?.day ?? ''];
  return (
    <>
      <DayPicture
        title={t('figures.payments_by_day')}
        worded={number}
        difference={<Difference now={payments} before={stats.before.payments} {...compared} />}
        coming={t('figures.payments_coming')}
        rows={stats.paymentsByDay.map(({ day, ...values }) => ({ day, values }))}
        series={[
          { key: 'completed', label: status.t('status_completed'), tone: 'success' },
          { key: 'pending', label: status.t('status_pending'), tone: 'warning' },
          { key: 'failed', label: status.t('status_failed'), tone: 'danger' },
        ]}
        actions={
          <PermittedLink to={`/admin/transactions?kind=outside_payment&dateFrom=${from}&dateTo=${to}`}>
            {t('figures.payments_link')}
          </PermittedLink>
        }
      />
      <DayPicture
        title={t('figures.sign_ups_by_day')}
        worded={number}
        difference={<Difference now={signUps} before={stats.before.signUps} {...compared} />}
        coming={t('figures.sign_ups_coming')}
        rows={stats.signUpsByDay.map(({ day, count }) => ({ day, values: { count } }))}
        series={[{ key: 'count', label: t('figures.sign_ups'), tone: 'brand' }]}
        actions={
          <PermittedLink to="/admin/users?sort=created_at&order=desc">
            {t('figures.sign_ups_link')}
          </PermittedLink>
        }
      />
    </>
  );
}
