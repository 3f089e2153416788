import type { DisputeOffer } from '@bank/contracts/cases';
import { ApiError } from '@bank/client/api';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { DisputeFields } from './dispute-fields';
import { useOffer } from './disputes.api';
import { useDisputeTexts } from './texts';

/** Disputes a transaction: what it is, the quicker way where there is one, and the form. */
export function NewDispute({ transactionId }: { transactionId: number }) {
  const { t } = useDisputeTexts();
  return (
    <Page layout="form">
      <PageHeading title={t('new.heading')} lead={t('new.lead')} />
      {Number.isSafeInteger(transactionId) && transactionId > 0 ? (
        <Offered id={transactionId} />
      ) : (
        <Card>
          <EmptyState
            icon="arrow-left-right"
            title={t('new.none')}
            message={t('new.none_message')}
            action={<Link to="/dashboard/transactions">{t('list.to_transactions')}</Link>}
          />
        </Card>
      )}
    </Page>
  );
}

function Offered({ id }: { id: number }) {
  const { t } = useDisputeTexts();
  const query = useOffer(id);
  if (!query.data) {
    const { error } = query;
    return (
      <Card>
        {error instanceof ApiError && error.code === 'DISPUTE_NOT_POSSIBLE' ? (
          <ErrorState title={t('new.failed')} message={error.message} />
        ) : (
          <QueryFallback
            query={query}
            rows={5}
            failed={t('new.load_failed')}
            missing={<ErrorState title={t('new.none')} message={t('new.missing')} />}
          />
        )}
      </Card>
    );
  }
  const { transaction, case_id: known, reasons } = query.data;
  return (
    <Stack>
      <Card title={t('new.transaction')}>
        <TransactionFacts transaction={transaction} />
      </Card>
      {known === null ? (
        <>
          <Remedy offer={query.data} />
          {reasons.length > 0 ? (
            <DisputeFields offer={query.data} />
          ) : (
            <Alert tone="warning">{t('new.too_late')}</Alert>
          )}
        </>
      ) : (
        <Alert>
          {t('new.known')} <Link to={`/disputes/${known}`}>{t('new.known_link')}</Link>
        </Alert>
      )}
    </Stack>
  );
}

function TransactionFacts({ transaction }: Pick<DisputeOffer, 'transaction'>) {
  const { t } = useDisputeTexts();
  const { dateTime } = useFormat();
  return (
    <DescriptionList>
      <Fact name={t('new.what')}>{transaction.description}</Fact>
      <Fact name={t('list.amount')}>
        <Amount value={transaction.amount} currency={transaction.currency} />
      </Fact>
      <Fact name={t('new.when')}>{dateTime(transaction.date)}</Fact>
    </DescriptionList>
  );
}

/** The way that brings money back sooner than a claim, where the bank has one. */
function Remedy({ offer: { remedy, transaction } }: { offer: DisputeOffer }) {
  const { t } = useDisputeTexts();
  if (remedy === 'refund') {
    return (
      <Alert>
        {t('new.refund')} <Link to="/dashboard/direct-debits">{t('new.refund_link')}</Link>
      </Alert>
    );
  }
  if (remedy === 'recall') {
    return (
      <Alert>
        {t('new.recall')}{' '}
        <Link to={`/dashboard/transactions?transaction=${transaction.id}`}>{t('new.recall_link')}</Link>
      </Alert>
    );
  }
  return null;
}
