import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { Icon, type IconName } from '@bank/ui/icon';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import styles from './figures.module.css';
import {
  type Figure,
  firstOfMonth,
  useActiveCards,
  usePendingTransfers,
  useTransactionsThisMonth,
} from './overview.api';

/** Three counts, each leading to what it counts. */
export function Figures() {
  const { t } = useTexts();
  const cards = useActiveCards();
  const transactions = useTransactionsThisMonth();
  const transfers = usePendingTransfers();
  return (
    <section aria-labelledby="overview-figures">
      <h2 id="overview-figures">
        <VisuallyHidden>{t('overview.figures')}</VisuallyHidden>
      </h2>
      <ul className={styles.figures}>
        <FigureCard label={t('overview.cards')} icon="credit-card" to="/dashboard/cards" figure={cards} />
        <FigureCard
          label={t('overview.transactions')}
          icon="arrow-left-right"
          to={`/dashboard/transactions?dateFrom=${firstOfMonth(new Date())}`}
          figure={transactions}
        />
        <FigureCard
          label={t('overview.transfers')}
          icon="clock"
          to="/dashboard/transactions?status=pending"
          figure={transfers}
        />
      </ul>
    </section>
  );
}

interface FigureCardProps {
  label: string;
  icon: IconName;
  to: string;
  figure: Figure;
}

function FigureCard({ label, icon, to, figure }: FigureCardProps) {
  return (
    <li className={styles.card}>
      <Link to={to} className={styles.label}>
        <Icon name={icon} />
        <span>{label}</span>
      </Link>
      <FigureValue label={label} figure={figure} />
    </li>
  );
}

function FigureValue({
  label,
  figure: { value, isError, isFetching, refetch },
}: Pick<FigureCardProps, 'label' | 'figure'>) {
  const { t } = useTexts();
  const { number } = useFormat();
  if (value !== undefined) return <p className={styles.value}>{number(value)}</p>;
  if (!isError) {
    return (
      <div className={styles.wait}>
        <Loading>
          <Skeleton height="title" />
        </Loading>
      </div>
    );
  }
  return (
    <div className={styles.failed} role="alert">
      <p>{t('overview.figure_failed')}</p>
      <Button
        variant="secondary"
        size="small"
        icon="refresh-cw"
        loading={isFetching}
        aria-label={t('overview.figure_retry', { figure: label })}
        onClick={() => void refetch()}
      >
        {t('overview.retry')}
      </Button>
    </div>
  );
}
