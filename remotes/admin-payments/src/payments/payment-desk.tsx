import { useRef, useState } from 'react';
import type { ListedPayment } from '@bank/contracts/payments';
import { BulkDialog } from './bulk-dialog';
import { ListBar } from './list-bar';
import { type Decision, usePaymentAddress } from './payment-address';
import styles from './payment-desk.module.css';
import { PaymentDialog } from './payment-dialog';
import { PaymentTable } from './payment-table';
import type { PaymentQuery } from './payments.api';
import { useReturnToRow } from './row-focus';
import { ShortcutsHelp } from './shortcuts-help';
import { usePaymentNews } from './use-payment-news';
import { useSelection } from './use-selection';
import { useShortcuts, useShortcutsSwitch } from './use-shortcuts';

interface PaymentDeskProps {
  rows: readonly ListedPayment[];
  isLoading: boolean;
  isSearch: boolean;
  /** What the server was asked for. */
  asked: PaymentQuery;
  /** Shows the newest payments. */
  onReload: () => void;
}

/** The list and everything that is done from it: opening, deciding, several at once, by keys. */
export function PaymentDesk({ rows, isLoading, isSearch, asked, onReload }: PaymentDeskProps) {
  const address = usePaymentAddress();
  const selection = useSelection(rows);
  const news = usePaymentNews(asked, rows, address.open);
  const [bulk, setBulk] = useState<{ decision: Decision; payments: readonly ListedPayment[] }>();
  const [isHelping, setHelping] = useState(false);
  const [isOn, turn] = useShortcutsSwitch();
  const list = useRef<HTMLDivElement>(null);
  useReturnToRow(address.open);
  useShortcuts({ isOn, rows, address, onHelp: () => setHelping(true) });
  const loadNews = () => {
    news.forget();
    onReload();
    // The button goes; what it brought is next.
    list.current?.focus();
  };
  return (
    <>
      <ListBar
        onHelp={() => setHelping(true)}
        selection={selection}
        onDecide={(decision) => setBulk({ decision, payments: selection.selected })}
        news={news.count}
        onNews={loadNews}
      />
      <div ref={list} className={styles.list} tabIndex={-1}>
        <PaymentTable {...{ rows, isLoading, isSearch, address, selection }} status={asked.status} />
      </div>
      <PaymentDialog address={address} rows={rows} />
      {bulk && <BulkDialog {...bulk} address={address} onClose={() => setBulk(undefined)} />}
      <ShortcutsHelp open={isHelping} onClose={() => setHelping(false)} isOn={isOn} onTurn={turn} />
    </>
  );
}
