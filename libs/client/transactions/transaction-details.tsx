import type { ReactNode } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Transaction } from '@bank/contracts/transactions';
import { isOffline } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { Ticket } from './ticket';
import { useDescription } from './transaction-description';
import { TransactionStatus } from './transaction-status';
import { useTransactionTexts } from './transaction-texts';
import { useTransactionWords } from './transaction-words';
import { type TransactionSource, useTransaction } from './transactions.api';

interface TransactionDetailsProps<T> {
  source: TransactionSource;
  rows: readonly T[];
  statuses: readonly Transaction['status'][];
  /** Displayed when the address names no transaction. */
  missingMessage: string;
  /** Facts before the others, and what follows the list. */
  extra?: (transaction: T) => { facts: ReactNode; footer: ReactNode };
}

/** A dialog with the transaction that the address names, whether or not the list contains it. */
export function TransactionDetails<T extends Transaction>(props: TransactionDetailsProps<T>) {
  const { t } = useTransactionTexts();
  const { open, close } = useUrlDetails('transaction');
  if (open === undefined) return null;
  return (
    <Dialog open onClose={close} title={t('detail')}>
      <Content key={open} id={open} {...props} />
    </Dialog>
  );
}

function Content<T extends Transaction>(props: TransactionDetailsProps<T> & { id: number }) {
  const { id, source, rows, missingMessage } = props;
  const { t } = useTransactionTexts();
  const query = useTransaction(
    source,
    id,
    rows.find((row) => row.id === id),
  );
  return (
    <QueryBoundary
      query={query}
      rows={5}
      failed={t(isOffline(query.error) ? 'failed_network' : 'detail_failed')}
      message={t('failed_message')}
      missing={<EmptyState icon="receipt" title={t('detail_missing')} message={missingMessage} />}
    >
      {(transaction) => <Facts {...props} transaction={transaction} />}
    </QueryBoundary>
  );
}

function Facts<T extends Transaction>({
  transaction,
  statuses,
  extra,
}: TransactionDetailsProps<T> & { transaction: T }) {
  const { t } = useTransactionTexts();
  const { t: word } = useTransactionWords();
  const { date, dateTime } = useFormat();
  const describe = useDescription();
  const { type, amount, currency, status, payment_method: method } = transaction;
  const { created_at: created, processed_at: processed, recipient_account: recipient, notes } = transaction;
  const { facts, footer } = extra?.(transaction) ?? {};
  return (
    <>
      <Ticket
        stamped={status === 'completed'}
        head={
          <>
            <p>
              <Amount value={amount} currency={currency} size="large" tone="direction" />
            </p>
            <p>{describe(transaction)}</p>
          </>
        }
      >
        <DescriptionList>
          {facts}
          <Fact name={t('status')}>
            <TransactionStatus status={status} known={statuses} />
          </Fact>
          <Fact name={t('type')}>{word(`type_${type}`)}</Fact>
          <Fact name={t('date')}>{date(transaction.date)}</Fact>
          <Fact name={t('method')}>{t(`method_${method}`)}</Fact>
          <Fact name={t('detail_reference')}>{transaction.reference}</Fact>
          <Fact name={t('detail_recipient')}>{recipient && inGroupsOfFour(recipient)}</Fact>
          <Fact name={t('detail_currency')}>{currency}</Fact>
          <Fact name={t('detail_created')}>{dateTime(created)}</Fact>
          <Fact name={t('detail_processed')}>{processed && dateTime(processed)}</Fact>
          <Fact name={t('detail_notes')}>{notes}</Fact>
        </DescriptionList>
      </Ticket>
      {footer}
    </>
  );
}
