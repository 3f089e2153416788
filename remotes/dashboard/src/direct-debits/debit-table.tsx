import { useState } from 'react';
import { creditorKey } from '@bank/contracts/creditor-identifier';
import { debitReason } from '@bank/contracts/debit-reasons';
import type { DirectDebit } from '@bank/contracts/direct-debits';
import { isOffline } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Pagination } from '@bank/ui/pagination';
import { WhyLink } from '../why/why-stopped';
import { useDebitSettings, useDirectDebits, useMandates } from './direct-debits.api';
import { RefundDialog } from './refund-dialog';
import { RefuseDialog } from './refuse-dialog';
import { refundOf } from './refund-of';
import { useDebitTexts } from './texts';

interface Chosen {
  debit: DirectDebit;
  to: 'refuse' | 'refund';
}

/** The collections, those to come first: refusing what is to come, asking for what was debited back. */
export function DebitTable({ onDecided }: { onDecided: () => void }) {
  const { t } = useDebitTexts();
  const [page, setPage] = useState(1);
  const query = useDirectDebits(page);
  const [chosen, setChosen] = useState<Chosen>();
  const columns = useColumns(setChosen);
  const close = () => setChosen(undefined);
  const decided = () => {
    close();
    onDecided();
  };
  return (
    <Card title={t('debits')}>
      <QueryTable
        caption={t('debits')}
        columns={columns}
        query={query}
        rowsOf={({ direct_debits: debits }) => debits}
        rowKey={({ id }) => id}
        loadingRows={3}
        empty={<EmptyState icon="receipt" title={t('debits_empty')} message={t('debits_empty_message')} />}
        failed={t(isOffline(query.error) ? 'failed_network' : 'debits_failed')}
        failedMessage={t('failed_message')}
        keepsRows
        wide
      />
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={(to) => setPage(to)} />}
      {chosen?.to === 'refuse' && <RefuseDialog debit={chosen.debit} onClose={close} onDone={decided} />}
      {chosen?.to === 'refund' && <RefundDialog debit={chosen.debit} onClose={close} onDone={decided} />}
    </Card>
  );
}

function useColumns(onChoose: (chosen: Chosen) => void): Column<DirectDebit>[] {
  const { t } = useDebitTexts();
  const { date } = useFormat();
  return [
    {
      key: 'creditor',
      header: t('creditor'),
      primary: true,
      cell: ({ creditor_name: creditor, description }) => (
        <CellLines>
          {creditor}
          {description && <CellDetail>{description}</CellDetail>}
        </CellLines>
      ),
    },
    { key: 'day', header: t('day'), cell: ({ due_on: day }) => date(day) },
    { key: 'status', header: t('status'), cell: (debit) => <Status debit={debit} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={-amount} currency={currency} />,
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      cell: (debit) => <Action debit={debit} onChoose={onChoose} />,
    },
  ];
}

const tones = {
  upcoming: 'info',
  held: 'waiting',
  refused: 'danger',
  returned: 'neutral',
  refunded: 'success',
} as const;

function Status({ debit }: { debit: DirectDebit }) {
  const { t, language } = useDebitTexts();
  const { date } = useFormat();
  const { status, reason_code: code, refundable_until: until, why } = debit;
  const isFree = refundOf(debit) === 'free';
  const isUnwanted = useIsUnwanted(debit);
  return (
    <CellLines>
      {status === 'booked' ? (
        <span>{t('status_booked')}</span>
      ) : (
        <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
      )}
      {status === 'upcoming' && isUnwanted && <CellDetail>{t('will_be_refused')}</CellDetail>}
      {status !== 'refunded' && code && (
        <CellDetail>{isOwnRefusal(debit) ? t('refused_by_you') : debitReason(code, language)}</CellDetail>
      )}
      <WhyLink why={why} what={`${debit.creditor_name}, ${date(debit.due_on)}`} />
      {isFree && until && <CellDetail>{t('refundable_until', { day: date(until) })}</CellDetail>}
    </CellLines>
  );
}

/** A held one that the customer sent back. */
const isOwnRefusal = ({ status, reason_code: code }: DirectDebit) => status === 'returned' && code === 'MD06';

/** Whether the customer's own mandates and rules refuse a collection on its day, as they are now. */
function useIsUnwanted({ mandate_id: id, creditor_id: creditor }: DirectDebit): boolean {
  const mandate = useMandates().data?.mandates.find((each) => each.id === id);
  const rules = useDebitSettings().data;
  if (mandate?.status === 'blocked' || rules?.mode === 'none') return true;
  const key = creditorKey(creditor);
  return rules?.mode === 'listed' && rules.creditors.every((each) => creditorKey(each) !== key);
}

function Action({ debit, onChoose }: { debit: DirectDebit; onChoose: (chosen: Chosen) => void }) {
  const { t } = useDebitTexts();
  const { date } = useFormat();
  const refund = refundOf(debit);
  const of = { creditor: debit.creditor_name, day: date(debit.due_on) };
  if (debit.status === 'upcoming') {
    return (
      <Button
        variant="secondary"
        size="small"
        aria-label={t('refuse_of', of)}
        onClick={() => onChoose({ debit, to: 'refuse' })}
      >
        {t('refuse')}
      </Button>
    );
  }
  if (refund === 'none') return null;
  return (
    <Button
      variant={refund === 'free' ? 'secondary' : 'quiet'}
      size="small"
      aria-label={t(refund === 'free' ? 'refund_of' : 'contest_of', of)}
      onClick={() => onChoose({ debit, to: 'refund' })}
    >
      {t(refund === 'free' ? 'refund' : 'contest')}
    </Button>
  );
}
