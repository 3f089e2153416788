import type { ManagedCards } from '@bank/contracts/admin-cards';
import type { Card, CardChannel, CardLimits } from '@bank/contracts/cards';
import { QueryTable } from '@bank/client/query-table';
import type { UseQueryResult } from '@bank/client/query';
import { mayDo, useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import type { Tone } from '@bank/ui/tone';
import { nameOf, stateNameOf } from './card-name';
import { useCardTexts } from './texts';

const tones: Record<Card['state'], Tone> = {
  ordered: 'info',
  shipped: 'info',
  active: 'success',
  blocked: 'danger',
  lost: 'neutral',
  expired: 'neutral',
};
const limits = [
  'per_payment',
  'per_day',
  'per_month',
  'cash_per_day',
] as const satisfies (keyof CardLimits)[];

interface CardTableProps {
  query: UseQueryResult<ManagedCards>;
  onBlock: (card: Card) => void;
}

export function CardTable({ query, onBlock }: CardTableProps) {
  const { t } = useCardTexts();
  const columns = useColumns();
  const mayBlock = mayDo(useSession().user, 'change', 'users:manage');
  const actions: Column<Card> = {
    key: 'actions',
    header: t('actions'),
    cell: (card) => <BlockButton card={card} onBlock={onBlock} />,
  };
  return (
    <QueryTable
      dense
      wide
      caption={t('title')}
      columns={[...columns, ...(mayBlock ? [actions] : [])]}
      query={query}
      rowsOf={({ cards }) => cards}
      rowKey={({ id }) => id}
      loadingRows={3}
      empty={<EmptyState icon="credit-card" title={t('none')} message={t('none_message')} />}
      failed={t('failed')}
      failedMessage={t('failed_message')}
    />
  );
}

function BlockButton({ card, onBlock }: { card: Card; onBlock: (card: Card) => void }) {
  const { t } = useCardTexts();
  if (card.status === 'inactive') return null;
  const action = card.blocked_by_bank ? 'unblock' : 'block';
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={t(`${action}_of`, { card: nameOf(card) })}
      onClick={() => onBlock(card)}
    >
      {t(action)}
    </Button>
  );
}

function useColumns(): Column<Card>[] {
  const { t } = useCardTexts();
  const { amount, date, dateTime } = useFormat();
  return [
    { key: 'card', header: t('card'), primary: true, cell: (card) => nameOf(card) },
    {
      key: 'form',
      header: t('form'),
      cell: ({ virtual, once }) => t(once ? 'form_once' : virtual ? 'form_virtual' : 'form_plastic'),
    },
    {
      key: 'state',
      header: t('state'),
      cell: (card) => (
        <Badge tone={tones[card.state]} icon={false}>
          {t(stateNameOf(card))}
        </Badge>
      ),
    },
    {
      key: 'limits',
      header: t('limits'),
      // No line ends between a limit's name and its amount.
      cell: (card) =>
        limits.map((name) => `${t(`limits.${name}`)}\u00a0${amount(card.limits[name])}`).join(', '),
    },
    { key: 'channels', header: t('channels'), cell: ({ channels }) => channelsInWords(channels, t) },
    {
      key: 'pin',
      header: t('pin'),
      cell: ({ has_pin: has, pin_blocked: blocked }) =>
        t(blocked ? 'pin_blocked' : has ? 'pin_set' : 'pin_none'),
    },
    { key: 'expiry', header: t('expiry'), cell: (card) => date(card.expiry_date) },
    {
      key: 'used',
      header: t('used'),
      cell: ({ last_used: used }) => (used ? dateTime(used) : t('never')),
    },
  ];
}

function channelsInWords(channels: Card['channels'], t: ReturnType<typeof useCardTexts>['t']): string {
  const on = (Object.keys(channels) as CardChannel[]).filter((name) => channels[name]);
  return on.length > 0 ? on.map((name) => t(`channels.${name}`)).join(', ') : t('channels.none');
}
