import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Icon, type IconName } from '@bank/ui/icon';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import styles from './figures.module.css';
import { firstOfMonth, type OverviewQuery } from './overview.api';

/** Three counts, each with a link to its list. */
export function Figures({ query: { data, isError } }: { query: OverviewQuery }) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="overview-figures">
      <h2 id="overview-figures">
        <VisuallyHidden>{t('overview.figures')}</VisuallyHidden>
      </h2>
      <ul className={styles.figures}>
        <FigureCard
          label={t('overview.cards')}
          icon="credit-card"
          to="/dashboard/cards"
          value={data?.activeCards}
          isMissing={isError}
        />
        <FigureCard
          label={t('overview.transactions')}
          icon="arrow-left-right"
          to={`/dashboard/transactions?dateFrom=${firstOfMonth()}`}
          value={data?.transactionsThisMonth}
          isMissing={isError}
        />
        <FigureCard
          label={t('overview.transfers')}
          icon="clock"
          to="/dashboard/transactions?status=pending"
          value={data?.pendingTransfers}
          isMissing={isError}
        />
      </ul>
    </section>
  );
}

interface FigureCardProps {
  label: string;
  icon: IconName;
  to: string;
  value: number | undefined;
  /** It could not be fetched; the balance displays the failure and the retry. */
  isMissing: boolean;
}

function FigureCard({ label, icon, to, ...figure }: FigureCardProps) {
  return (
    <li className={styles.card}>
      <Link to={to} className={styles.label}>
        <Icon name={icon} />
        <span>{label}</span>
      </Link>
      <FigureValue {...figure} />
    </li>
  );
}

function FigureValue({ value, isMissing }: Pick<FigureCardProps, 'value' | 'isMissing'>) {
  const { t } = useTexts();
  const { number } = useFormat();
  if (value !== undefined) return <p className={styles.value}>{number(value)}</p>;
  if (isMissing) return <p>{t('overview.figure_failed')}</p>;
  return (
    <div className={styles.wait}>
      <Loading>
        <Skeleton height="title" />
      </Loading>
    </div>
  );
}
