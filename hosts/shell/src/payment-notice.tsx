import { useEffect, useState } from 'react';
import { useCardChallenges } from '@bank/client/account-queries';
import { Link, useLocation } from '@bank/client/router';
import { bankNow } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { usePaymentTexts } from './payment-notice-texts';

const page = '/dashboard/cards/payments-to-confirm';

/** On every page but their own: the newest online payment that waits for the customer's consent, with the way to it. */
export function PaymentNotice() {
  const { t } = usePaymentTexts();
  const format = useFormat();
  const isThere = useLocation().pathname.endsWith('/payments-to-confirm');
  const { data } = useCardChallenges();
  const [first] = data?.challenges ?? [];
  const isOver = useIsPast(first?.expires_at);
  if (!first || isOver || isThere) return null;
  const { amount, currency, merchant, expires_at: end } = first;
  const values = { amount: format.amount(amount, currency), merchant, time: format.time(end) };
  return (
    <Alert tone="warning" title={t('title')}>
      <p>{t('lead', values)}</p>
      <Link to={page}>{t('link')}</Link>
    </Alert>
  );
}

/** Whether a moment is past, as it passes. */
function useIsPast(moment = ''): boolean {
  const [passed, setPassed] = useState('');
  useEffect(() => {
    if (!moment) return;
    const timer = setTimeout(() => setPassed(moment), Date.parse(moment) - bankNow());
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== '' && passed === moment;
}
