import { useRef, useState } from 'react';
import type { ListedPayment } from '@bank/contracts/payments';
import { BulkDialog } from './bulk-dialog';
import { ListBar } from './list-bar';
import { type Decision, usePaymentAddress } from './payment-address';
import styles from './payment-desk.module.css';
import { PaymentDialog } from './payment-dialog';
import { PaymentTable, type PaymentTableProps } from './payment-table';
import type { PaymentQuery } from './payments.api';
import { useReturnToRow } from './row-focus';
import { ShortcutsHelp } from './shortcuts-help';
import { usePaymentNews } from './use-payment-news';
import { useSelection } from './use-selection';
import { useShortcuts, useShortcutsSwitch } from './use-shortcuts';

interface PaymentDeskProps {
  rows: readonly ListedPayment[];
  isLoading: boolean;
  isFetching: boolean;
  filteredBy: PaymentTableProps['filteredBy'];
  /** How many payments match the filters, on every page. */
  total: number;
  /** The query of the list. */
  query: PaymentQuery;
  onReload: () => void;
}

/** The list of payments with its dialogs, bulk decisions and keyboard shortcuts. */
export function PaymentDesk({
  rows,
  isLoading,
  isFetching,
  filteredBy,
  total,
  query,
  onReload,
}: PaymentDeskProps) {
  const address = usePaymentAddress();
  const selection = useSelection(rows, query);
  const news = usePaymentNews(query, rows, address.open, isFetching);
  const [bulk, setBulk] = useState<{ decision: Decision; payments: readonly ListedPayment[] }>();
  const [isHelping, setHelping] = useState(false);
  const [isOn, turn] = useShortcutsSwitch();
  const list = useRef<HTMLDivElement>(null);
  useReturnToRow(address.open);
  useShortcuts({ isOn, rows, address, selection, onHelp: () => setHelping(true) });
  const loadNews = () => {
    news.forget();
    onReload();
    // The button is removed: the focus moves to the list.
    list.current?.focus();
  };
  return (
    <>
      <ListBar
        onHelp={() => setHelping(true)}
        selection={selection}
        total={total}
        onDecide={(decision) => setBulk({ decision, payments: selection.selected })}
        news={news.count}
        onNews={loadNews}
      />
      <div ref={list} className={styles.list} tabIndex={-1}>
        <PaymentTable
          rows={rows}
          isLoading={isLoading}
          filteredBy={filteredBy}
          status={query.status}
          address={address}
          selection={selection}
        />
      </div>
      <PaymentDialog address={address} rows={rows} />
      {bulk && (
        <BulkDialog
          {...bulk}
          address={address}
          onEnd={(done, isOver) =>
            isOver ? selection.chooseAll(false) : done.forEach((id) => selection.choose(id, false))
          }
          onClose={() => setBulk(undefined)}
        />
      )}
      <ShortcutsHelp open={isHelping} onClose={() => setHelping(false)} isOn={isOn} onTurn={turn} />
    </>
  );
}
