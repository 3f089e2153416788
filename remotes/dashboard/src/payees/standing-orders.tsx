import { useState } from 'react';
import type { StandingOrder } from '@bank/contracts/standing-orders';
import { isOffline } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Button, buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellActions, CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { WhyLink } from '../why/why-stopped';
import { useStandingOrders, useStopOrder } from './payees.api';
import styles from './payees-page.module.css';
import { StandingOrderForm } from './standing-order-form';
import { usePayeeTexts } from './texts';

/** The standing orders: their next run and last result, changing and stopping one. */
export function StandingOrders({ onStopped }: { onStopped: () => void }) {
  const { t } = usePayeeTexts();
  const query = useStandingOrders();
  const [stopping, setStopping] = useState<StandingOrder>();
  const columns = useColumns(setStopping);
  const create = (
    <Link to="/dashboard?action=transfer" className={buttonClass({ variant: 'secondary' })}>
      {t('orders_action')}
    </Link>
  );
  const isEmpty = query.data?.standing_orders.length === 0;
  return (
    <Card title={t('orders')} actions={!isEmpty && create}>
      <p className={styles.lead}>{t('orders_lead')}</p>
      <QueryTable
        caption={t('orders')}
        columns={columns}
        query={query}
        rowsOf={({ standing_orders: orders }) => orders}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState
            icon="calendar-clock"
            title={t('orders_empty')}
            message={t('orders_empty_message')}
            action={create}
          />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'orders_failed')}
        failedMessage={t('failed_message')}
        keepsRows
      />
      {stopping && (
        <StopOrder order={stopping} onClose={() => setStopping(undefined)} onStopped={onStopped} />
      )}
      {query.data?.standing_orders.map((order) => (
        <ChangeOrder key={order.id} order={order} />
      ))}
    </Card>
  );
}

function useColumns(onStop: (order: StandingOrder) => void): Column<StandingOrder>[] {
  const { t } = usePayeeTexts();
  return [
    {
      key: 'payee',
      header: t('payee'),
      primary: true,
      cell: ({ payee, description }) => (
        <CellLines>
          {payee}
          {description && <CellDetail>{description}</CellDetail>}
        </CellLines>
      ),
    },
    { key: 'next', header: t('next'), cell: (order) => <NextRun order={order} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      cell: (order) => (
        <CellActions>
          <ChangeButton order={order} />
          <Button
            variant="quiet"
            size="small"
            icon="circle-x"
            aria-label={t('stop_of', { payee: order.payee })}
            onClick={() => onStop(order)}
          >
            {t('stop')}
          </Button>
        </CellActions>
      ),
    },
  ];
}

/** In the address, so that a reload opens it again with what was typed. */
const useChangeDialog = ({ id }: StandingOrder) => useUrlDialog(`change-order-${id}`);

function ChangeButton({ order }: { order: StandingOrder }) {
  const { t } = usePayeeTexts();
  const { open } = useChangeDialog(order);
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={t('change_of', { payee: order.payee })}
      onClick={open}
    >
      {t('change')}
    </Button>
  );
}

function ChangeOrder({ order }: { order: StandingOrder }) {
  const { t } = usePayeeTexts();
  const { isOpen, close } = useChangeDialog(order);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('change_title')}
      description={t('change_lead', { payee: order.payee })}
    >
      <StandingOrderForm order={order} onDone={close} />
    </Dialog>
  );
}

/** The next day and the rhythm; and what became of the last run, if it did not leave. */
function NextRun({ order }: { order: StandingOrder }) {
  const { next_run: next, frequency, until, last_run: last, payee } = order;
  const { t } = usePayeeTexts();
  const { comingDay, date } = useFormat();
  const rhythm = t(`frequency_${frequency}`);
  const failed = last && last.status !== 'completed' ? last : undefined;
  return (
    <CellLines>
      {next ? comingDay(next) : t('ended')}
      <CellDetail>{until ? `${rhythm}, ${t('until_day', { day: date(until) })}` : rhythm}</CellDetail>
      {failed && (
        <CellDetail tone="warning">
          {t(failed.status === 'retrying' ? 'retrying' : 'skipped', { day: date(failed.day) })}
        </CellDetail>
      )}
      <WhyLink why={failed?.why} what={payee} />
    </CellLines>
  );
}

interface StopOrderProps {
  order: StandingOrder;
  onClose: () => void;
  onStopped: () => void;
}

function StopOrder({ order, onClose, onStopped }: StopOrderProps) {
  const { t } = usePayeeTexts();
  const { amount } = useFormat();
  const { mutateAsync } = useStopOrder();
  const { payee } = order;
  return (
    <ConfirmDialog
      danger
      title={t('stop_title', { payee })}
      description={t('stop_message', { amount: amount(order.amount, order.currency) })}
      action={t('stop_confirm')}
      onConfirm={() => mutateAsync(order)}
      done={t('stopped', { payee })}
      failed={t('stop_failed')}
      onDone={() => {
        onClose();
        onStopped();
      }}
      onClose={onClose}
    />
  );
}
