import { useState } from 'react';
import type { ScheduledPayment } from '@bank/contracts/scheduled-payments';
import { useCards } from '@bank/client/account-queries';
import { isOffline } from '@bank/client/call-failure';
import { Amount } from '@bank/ui/amount';
import { QueryTable } from '@bank/client/query-table';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { CellActions, CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useToast } from '@bank/ui/toast';
import { useScheduledTexts } from './texts';
import { NextRun } from './next-run';
import { RemoveDebit } from './remove-debit';
import { useScheduled, useSwitchDebit } from './scheduled.api';

interface DebitTableProps {
  onRemoved: () => void;
}

export function DebitTable({ onRemoved }: DebitTableProps) {
  const { t } = useScheduledTexts();
  const query = useScheduled();
  const [removing, setRemoving] = useState<ScheduledPayment>();
  const columns = useColumns(setRemoving, useCards());
  return (
    <>
      <QueryTable
        wide
        caption={t('scheduled.title')}
        columns={columns}
        query={query}
        rowsOf={({ scheduled }) => scheduled}
        rowKey={({ id }) => id}
        loadingRows={3}
        empty={
          <EmptyState
            icon="calendar-clock"
            title={t('scheduled.empty')}
            message={t('scheduled.empty_message')}
          />
        }
        failed={t(isOffline(query.error) ? 'scheduled.failed_network' : 'scheduled.failed')}
        failedMessage={t('scheduled.failed_message')}
        keepsRows
      />
      {removing && (
        <RemoveDebit debit={removing} onClose={() => setRemoving(undefined)} onRemoved={onRemoved} />
      )}
    </>
  );
}

type CardsQuery = ReturnType<typeof useCards>;

function useColumns(
  onRemove: (debit: ScheduledPayment) => void,
  cards: CardsQuery,
): Column<ScheduledPayment>[] {
  const { t } = useScheduledTexts();
  const { switchDebit, switching } = useSwitching();
  return [
    {
      key: 'label',
      header: t('scheduled.label'),
      primary: true,
      cell: (debit) => (
        <CellLines>
          {debit.label}
          <CardText id={debit.card_id} cards={cards} />
        </CellLines>
      ),
    },
    { key: 'next', header: t('scheduled.next'), cell: (debit) => <NextRun debit={debit} /> },
    {
      key: 'status',
      header: t('scheduled.status'),
      cell: ({ active }) =>
        active ? t('scheduled.active') : <Badge icon="circle-x">{t('scheduled.inactive')}</Badge>,
    },
    {
      key: 'amount',
      header: t('scheduled.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      key: 'actions',
      header: t('scheduled.actions'),
      headerHidden: true,
      align: 'end',
      cell: (debit) => (
        <CellActions>
          <Button
            variant="secondary"
            size="small"
            aria-label={t(debit.active ? 'scheduled.deactivate_of' : 'scheduled.activate_of', {
              label: debit.label,
            })}
            loading={switching === debit.id}
            onClick={() => switchDebit(debit)}
          >
            {t(debit.active ? 'scheduled.deactivate' : 'scheduled.activate')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon="trash-2"
            aria-label={t('scheduled.remove_of', { label: debit.label })}
            onClick={() => onRemove(debit)}
          >
            {t('scheduled.remove')}
          </Button>
        </CellActions>
      ),
    },
  ];
}

/** Switches a debit, and reports the outcome with the catalogue's sentence. */
function useSwitching() {
  const { t } = useScheduledTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useSwitchDebit();
  const switchDebit = (debit: ScheduledPayment) => {
    const { active, label } = debit;
    mutate(debit, {
      onSuccess: () =>
        show({
          type: 'success',
          message: t(active ? 'scheduled.deactivated' : 'scheduled.activated', { label }),
        }),
      onError: () =>
        show({
          type: 'error',
          message: t(active ? 'scheduled.deactivate_failed' : 'scheduled.activate_failed'),
        }),
    });
  };
  return { switchDebit, switching: isPending ? variables.id : undefined };
}

/** The card of a debit; an empty line until the cards are loaded, so that the rows keep their height. */
function CardText({ id, cards: { data, isLoading } }: { id: number; cards: CardsQuery }) {
  const { t } = useScheduledTexts();
  const number = data?.cards.find((card) => card.id === id)?.card_number;
  if (!number) return isLoading ? <CellDetail>{'\u00a0'}</CellDetail> : null;
  return <CellDetail>{t('scheduled.card_ending', { digits: number.slice(-4) })}</CellDetail>;
}
