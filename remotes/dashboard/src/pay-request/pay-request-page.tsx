import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { PaymentRequestOfPartner } from '@bank/contracts/payment-requests';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { TransferSteps } from '../transfers/transfer-steps';
import { forgetPayRequest, useForgetPayRequest, usePayRequest } from './pay-request.api';
import { usePayRequestTexts } from './texts';

/** What a partner's page asks to be paid: a transfer that it has filled in, and that only the person can send. */
export function PayRequestPage() {
  const { t } = usePayRequestTexts();
  const { t: title } = useTexts();
  const query = usePayRequest();
  return (
    <Page>
      <PageHeading title={title('pay_request.title')} lead={t('lead')} />
      <QueryBoundary query={query} rows={4} failed={t('failed')} message={t('failed_message')}>
        {({ request }) => (request ? <Request key={request.expires_at} request={request} /> : <Nothing />)}
      </QueryBoundary>
    </Page>
  );
}

const Nothing = () => {
  const { t } = usePayRequestTexts();
  return (
    <Card>
      <EmptyState
        icon="send"
        title={t('none')}
        message={t('none_message')}
        action={
          <Link className={buttonClass()} to="/dashboard?action=transfer">
            {t('to_transfer')}
          </Link>
        }
      />
    </Card>
  );
};

function Request({ request }: { request: PaymentRequestOfPartner }) {
  const { t } = usePayRequestTexts();
  const { partner, origin, payee, iban, amount, reference } = request;
  const intent = useIdempotencyKey('payment-request');
  const forget = useForgetPayRequest();
  return (
    <Card title={t('of', { partner })}>
      <Stack>
        <Alert tone="warning" title={t('filled', { host: new URL(origin).host })}>
          {t('filled_message')}
        </Alert>
        <TransferSteps
          intent={intent}
          filled={{
            values: {
              to: 'iban',
              recipient_account: inGroupsOfFour(iban),
              recipient_name: payee,
              amount: amount.toFixed(2).replace('.', ','),
              description: reference ?? '',
            },
            // The receipt stays; what is paid is not asked for again. It ends by itself where this fails.
            onSent: () => void forgetPayRequest().catch(() => undefined),
          }}
        />
        <div>
          <Button variant="quiet" size="small" loading={forget.isPending} onClick={() => forget.mutate()}>
            {t('forget')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
