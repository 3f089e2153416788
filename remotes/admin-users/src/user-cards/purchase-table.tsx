import type { ManagedCards } from '@bank/contracts/admin-cards';
import type { CardPurchase } from '@bank/contracts/card-purchases';
import { QueryTable } from '@bank/client/query-table';
import type { UseQueryResult } from '@bank/client/query';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import type { Tone } from '@bank/ui/tone';
import { nameOf } from './card-name';
import { useCardTexts } from './texts';
import styles from './user-cards.module.css';

const tones: Record<Exclude<CardPurchase['state'], 'cleared'>, Tone> = {
  declined: 'danger',
  approved: 'info',
  reversed: 'neutral',
  expired: 'neutral',
};

/** The last uses of a customer's cards, declined ones with the reason. */
export function PurchaseTable({ query }: { query: UseQueryResult<ManagedCards> }) {
  const { t } = useCardTexts();
  return (
    <QueryTable
      dense
      caption={t('uses')}
      columns={useColumns(query.data)}
      query={query}
      rowsOf={({ purchases }) => purchases}
      rowKey={({ id }) => id}
      loadingRows={5}
      empty={<EmptyState icon="receipt" title={t('unused')} message={t('unused_message')} />}
      failed={t('failed')}
      failedMessage={t('failed_message')}
    />
  );
}

function useColumns(data: ManagedCards | undefined): Column<CardPurchase>[] {
  const { t } = useCardTexts();
  const { amount, dateTime } = useFormat();
  return [
    {
      key: 'at',
      header: t('at'),
      primary: true,
      cell: (purchase) => <span className={styles.whole}>{dateTime(purchase.created_at)}</span>,
    },
    {
      key: 'card',
      header: t('card'),
      cell: ({ card_id: id }) => {
        const card = data?.cards.find((each) => each.id === id);
        return <span className={styles.whole}>{card ? nameOf(card) : `#${id}`}</span>;
      },
    },
    {
      key: 'merchant',
      header: t('merchant'),
      cell: ({ merchant: { name, city, country } }) => [name, city, country].filter(Boolean).join(', '),
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (purchase) => amount(purchase.amount, purchase.currency),
    },
    {
      key: 'result',
      header: t('result'),
      cell: (purchase) => <Result of={purchase} />,
    },
  ];
}

/** Badges are for what is not as usual. */
function Result({ of: { state, reason_text: why, code } }: { of: CardPurchase }) {
  const { t } = useCardTexts();
  if (state === 'cleared') return t('use.cleared');
  return (
    <>
      <Badge tone={tones[state]} icon={false}>
        {t(`use.${state}`)}
      </Badge>{' '}
      {why && `${why} (${code})`}
    </>
  );
}
