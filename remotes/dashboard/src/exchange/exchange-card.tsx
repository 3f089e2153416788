import { useState } from 'react';
import type { Account } from '@bank/contracts/accounts';
import type { QuoteRequest } from '@bank/contracts/exchange';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Button } from '@bank/ui/button';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useCurrencyTexts } from '../accounts/texts';
import { useRates } from '../rates/rates.api';
import { ExchangeForm } from './exchange-form';
import { type HeldQuote } from './exchange.api';
import { QuoteStep } from './quote-step';
import { useKeptExchange } from './use-kept-exchange';

/** Exchange between the open accounts: first the order, then its quote; first of all an exchange whose outcome is unknown. */
export function ExchangeCard({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useCurrencyTexts();
  const rates = useRates().data;
  const { open } = useUrlDialog('open-account');
  const kept = useKeptExchange();
  const [order, setOrder] = useState<QuoteRequest | undefined>(() => kept.read()?.order);
  const [quote, setQuote] = useState<HeldQuote | undefined>(() => kept.read()?.quote);
  const form = useFocusAfter<HTMLDivElement>(quote !== undefined);
  const opened = accounts.filter(({ status }) => status === 'open');
  if (accounts.length === 0) return null;
  const quoted = (request: QuoteRequest, held: HeldQuote) => {
    setOrder(request);
    setQuote(held);
  };
  const end = (keepsOrder: boolean) => {
    setQuote(undefined);
    if (!keepsOrder) setOrder(undefined);
  };
  return (
    <Card title={t('exchange')}>
      {rates?.stale && <Alert tone="warning">{t('rates_stale')}</Alert>}
      {opened.length < 2 ? (
        <EmptyState
          icon="arrow-left-right"
          title={t('exchange_empty')}
          message={t('exchange_empty_message')}
          action={<Button onClick={open}>{t('open')}</Button>}
        />
      ) : order && quote ? (
        <QuoteStep key={quote.id} order={order} quote={quote} onQuoted={quoted} onEnd={end} />
      ) : (
        <div ref={form} tabIndex={-1}>
          <ExchangeForm accounts={opened} order={order} onQuoted={quoted} />
        </div>
      )}
    </Card>
  );
}
