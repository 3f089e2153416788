import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { PaymentRequestOfPartner } from '@bank/contracts/payment-requests';
import { failureText } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useToast } from '@bank/ui/toast';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useTexts } from '../texts';
import { TransferSteps } from '../transfers/transfer-steps';
import { forgetPayRequest, useForgetPayRequest, usePayRequest } from './pay-request.api';
import { usePayRequestTexts } from './texts';

/** The payment that a partner's page requests: a transfer that it has filled in, and that only the person can send. */
export function PayRequestPage() {
  const { t } = usePayRequestTexts();
  const { t: title } = useTexts();
  const query = usePayRequest();
  const { request, onSending, onForgotten } = useOwn(query.data?.request);
  const content = useFocusAfter<HTMLDivElement>(Boolean(request));
  return (
    <Page>
      <PageHeading title={title('pay_request.title')} lead={t('lead')} />
      <div ref={content} tabIndex={-1}>
        <QueryBoundary query={query} rows={4} failed={t('failed')} message={t('failed_message')}>
          {() =>
            request ? (
              <Request
                key={request.expires_at}
                request={request}
                onSending={onSending}
                onForgotten={onForgotten}
              />
            ) : (
              <Nothing />
            )
          }
        </QueryBoundary>
      </div>
    </Page>
  );
}

/**
 * The request that this page began with, though another tab may bring the browser the next one, as long as any waits. What was sent
 * stays until the page is left, with its receipt or for another attempt, though it expires or is forgotten.
 */
function useOwn(waiting: PaymentRequestOfPartner | null | undefined) {
  const [own, setOwn] = useState<PaymentRequestOfPartner>();
  const [isSent, setSent] = useState(false);
  if (waiting && !own) setOwn(waiting);
  if (waiting === null && own && !isSent) setOwn(undefined);
  return {
    request: own,
    onSending: () => setSent(true),
    onForgotten: () => {
      setSent(false);
      setOwn(undefined);
    },
  };
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

interface RequestProps {
  request: PaymentRequestOfPartner;
  onSending: () => void;
  onForgotten: () => void;
}

function Request({ request, onSending, onForgotten }: RequestProps) {
  const { t } = usePayRequestTexts();
  const { partner, origin, payee, iban, amount, reference } = request;
  const [isPaid, setIsPaid] = useState(false);
  const { mutate, isPending } = useForgetPayRequest();
  const { show } = useToast();
  const forget = () =>
    mutate(request, {
      onSuccess: onForgotten,
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('forget_failed') }) });
      },
    });
  return (
    <Card title={t('of', { partner })}>
      <Stack>
        <Alert tone="warning" title={t('filled', { host: new URL(origin).host })}>
          {t('filled_message')}
        </Alert>
        <TransferSteps
          filled={{
            values: {
              to: 'iban',
              recipient_account: inGroupsOfFour(iban),
              recipient_name: payee,
              amount: amount.toFixed(2).replace('.', ','),
              description: reference ?? '',
            },
            onSending,
            // A paid request is not asked for again. It ends by itself if this fails.
            onSent: () => {
              setIsPaid(true);
              void forgetPayRequest(request).catch(() => undefined);
            },
          }}
        />
        {!isPaid && (
          <div>
            <Button variant="quiet" size="small" loading={isPending} onClick={forget}>
              {t('forget')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}
