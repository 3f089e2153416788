import type { Mandate } from '@bank/contracts/direct-debits';
import { isOffline } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useToast } from '@bank/ui/toast';
import styles from './direct-debits.module.css';
import { useMandates, useSwitchMandate } from './direct-debits.api';
import { useDebitTexts } from './texts';

/** The mandates, with the last and the next amount; blocking a creditor. */
export function MandateTable() {
  const { t } = useDebitTexts();
  const query = useMandates();
  const columns = useColumns();
  return (
    <Card title={t('mandates')}>
      <p className={styles.lead}>{t('mandates_lead')}</p>
      <QueryTable
        caption={t('mandates')}
        columns={columns}
        query={query}
        rowsOf={({ mandates }) => mandates}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState icon="scroll-text" title={t('mandates_empty')} message={t('mandates_empty_message')} />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'mandates_failed')}
        failedMessage={t('failed_message')}
        keepsRows
        wide
      />
    </Card>
  );
}

function useColumns(): Column<Mandate>[] {
  const { t } = useDebitTexts();
  const { switchMandate, switching } = useSwitching();
  return [
    {
      key: 'creditor',
      header: t('creditor'),
      primary: true,
      cell: ({ creditor_name: creditor, creditor_id: id, reference }) => (
        <CellLines>
          {creditor}
          <CellDetail>{t('mandate_of', { id, reference })}</CellDetail>
        </CellLines>
      ),
    },
    { key: 'last', header: t('last'), cell: ({ last }) => <Collected collected={last} none={t('never')} /> },
    {
      key: 'next',
      header: t('next'),
      cell: ({ next }) => <Collected collected={next} none={t('unknown')} />,
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ status }) => {
        const words = t(`mandate_${status}`);
        return status === 'active' ? words : <Badge icon="lock">{words}</Badge>;
      },
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      cell: (mandate) => {
        const act = mandate.status === 'active' ? 'block' : 'unblock';
        return (
          <Button
            variant="secondary"
            size="small"
            icon={act === 'block' ? 'lock' : 'lock-open'}
            aria-label={t(`${act}_of`, { creditor: mandate.creditor_name, reference: mandate.reference })}
            loading={switching === mandate.id}
            onClick={() => switchMandate(mandate)}
          >
            {t(act)}
          </Button>
        );
      },
    },
  ];
}

function Collected({ collected, none }: { collected: Mandate['last']; none: string }) {
  const { amount, date } = useFormat();
  if (!collected) return <CellDetail>{none}</CellDetail>;
  return (
    <CellLines>
      {amount(collected.amount, collected.currency)}
      <CellDetail>{date(collected.day)}</CellDetail>
    </CellLines>
  );
}

/** Blocks or unblocks a mandate, and reports the outcome. */
function useSwitching() {
  const { t } = useDebitTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useSwitchMandate();
  const switchMandate = (mandate: Mandate) => {
    const { creditor_name: creditor, status } = mandate;
    mutate(mandate, {
      onSuccess: () =>
        show({ type: 'success', message: t(status === 'active' ? 'blocked' : 'unblocked', { creditor }) }),
      onError: () => show({ type: 'error', message: t('switch_failed') }),
    });
  };
  return { switchMandate, switching: isPending ? variables.id : undefined };
}
