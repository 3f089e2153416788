import type { CardPurchase, CardPurchaseList } from '@bank/contracts/card-purchases';
import { isOffline } from '@bank/client/call-failure';
import type { QueryState } from '@bank/client/query-boundary';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge, type BadgeProps } from '@bank/ui/badge';
import { CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Category } from './category';
import styles from './purchase-table.module.css';
import { Reason } from './reason';
import { usePurchaseTexts } from './texts';

interface PurchaseTableProps {
  query: QueryState<CardPurchaseList> & { isPending: boolean; isPlaceholderData: boolean };
  isFiltered: boolean;
}

/** One page of purchases: loading, loaded, empty or failed; rows of three lines on a telephone. */
export function PurchaseTable({ query, isFiltered }: PurchaseTableProps) {
  const { t } = usePurchaseTexts();
  return (
    <div className={styles.ledger}>
      <QueryTable
        caption={t('title')}
        columns={useColumns()}
        query={query}
        rowsOf={({ purchases }) => purchases}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="receipt"
            title={t('empty')}
            message={t(isFiltered ? 'empty_filtered' : 'empty_message')}
          />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'failed')}
        failedMessage={t('failed_message')}
        keepsRows
        wide
      />
    </div>
  );
}

function useColumns(): Column<CardPurchase>[] {
  const { t } = usePurchaseTexts();
  const { dateTime } = useFormat();
  return [
    {
      key: 'merchant',
      header: t('merchant'),
      primary: true,
      cell: (purchase) => (
        <CellLines>
          {purchase.merchant.name}
          <Place purchase={purchase} />
          <Reason purchase={purchase} />
        </CellLines>
      ),
    },
    { key: 'category', header: t('category'), cell: ({ merchant }) => <Category of={merchant.category} /> },
    {
      key: 'date',
      header: t('date'),
      cell: ({ created_at: at }) => <span className={styles.moment}>{dateTime(at)}</span>,
    },
    { key: 'state', header: t('state'), cell: (purchase) => <State purchase={purchase} /> },
    { key: 'amount', header: t('amount'), align: 'end', cell: (purchase) => <Sums purchase={purchase} /> },
  ];
}

function Place({ purchase: { merchant } }: { purchase: CardPurchase }) {
  const { language } = usePurchaseTexts();
  const country = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const names = [merchant.city, country.of(merchant.country)].filter(Boolean);
  return <CellDetail>{names.join(', ')}</CellDetail>;
}

const tones: Record<Exclude<CardPurchase['state'], 'cleared'>, BadgeProps['tone']> = {
  approved: 'info',
  declined: 'danger',
  expired: 'neutral',
  reversed: 'neutral',
};

/** Badges are for what is not as usual. */
function State({ purchase: { kind, state } }: { purchase: CardPurchase }) {
  const { t } = usePurchaseTexts();
  if (state === 'cleared') return <span className={styles.usual}>{t(`cleared_${kind}`)}</span>;
  return (
    <Badge tone={tones[state]} icon={state === 'approved' ? 'clock' : undefined}>
      {t(`state_${state}`)}
    </Badge>
  );
}

/** The shop's amount, and what it takes of the account where that has another currency. */
function Sums({ purchase }: { purchase: CardPurchase }) {
  const { t } = usePurchaseTexts();
  const { amount: format } = useFormat();
  const { kind, state, amount, currency, account_amount: worth, account_currency: own, refunded } = purchase;
  const moves = state === 'approved' || state === 'cleared';
  const sign = !moves || kind === 'refund' ? 1 : -1;
  return (
    <CellLines>
      <Amount value={sign * amount} currency={currency} tone={moves ? 'direction' : 'plain'} />
      {moves && currency !== own && (
        <CellDetail>{t('worth', { amount: format(sign * worth, own) })}</CellDetail>
      )}
      {refunded > 0 && kind !== 'refund' && (
        <CellDetail>{t('refunded', { amount: format(refunded, own) })}</CellDetail>
      )}
    </CellLines>
  );
}
