import { useState } from 'react';
import { type Quote, quoteSeconds, type QuoteRequest } from '@bank/contracts/exchange';
import { ApiError } from '@bank/client/api';
import { hasNoAnswer, withUserMessage } from '@bank/client/call-failure';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useRateFormat } from '@bank/i18n/rate-format';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Cluster, Stack } from '@bank/ui/layout';
import { ProgressBar } from '@bank/ui/progress';
import { useToast } from '@bank/ui/toast';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useCurrencyTexts } from '../accounts/texts';
import { useSummaryFocus } from '../use-summary-focus';
import { exchange, type HeldQuote, requestQuote, useExchangeRefresh } from './exchange.api';
import styles from './quote-step.module.css';
import { useCountdown } from './use-countdown';
import { keptExchange, type SentExchange, useKeptExchange } from './use-kept-exchange';

interface QuoteStepProps {
  order: QuoteRequest;
  quote: HeldQuote;
  onQuoted: (order: QuoteRequest, quote: HeldQuote) => void;
  /** `keepsOrder`: what was typed is to be changed. */
  onEnd: (keepsOrder: boolean) => void;
}

/** The exact amounts with the markup, held for 30 seconds: confirmed once, or asked for again. */
export function QuoteStep({ order, quote, onQuoted, onEnd }: QuoteStepProps) {
  const { t } = useCurrencyTexts();
  const { amount } = useFormat();
  const left = useCountdown(quote.arrivedAt, quoteSeconds);
  const summary = useSummaryFocus();
  const { send, isInDoubt } = useSending({ order, quote }, () => onEnd(false));
  const { work, isBusy, failure } = useWork(isInDoubt ? t('exchange_failed') : undefined);
  const renew = async () => {
    const words = { failed: t('quote_failed'), offline: t('quote_failed_network') };
    const next = await requestQuote(order).catch((error: unknown) => {
      throw withUserMessage(error, words);
    });
    onQuoted(order, next);
  };
  return (
    <Stack gap={16}>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Stack gap={8} ref={summary} tabIndex={-1} className={styles.summary}>
        <h3>{t('quote_title')}</h3>
        <p className={styles.amounts}>
          <Amount value={quote.sell.amount} currency={quote.sell.currency} />
          <span aria-hidden="true"> → </span>
          <VisuallyHidden>{t('for')}</VisuallyHidden>
          <Amount value={quote.buy.amount} currency={quote.buy.currency} />
        </p>
        <QuoteFacts quote={quote} />
      </Stack>
      {isInDoubt ? <p className={styles.countdown}>{t('exchange_in_doubt')}</p> : <Countdown left={left} />}
      <Cluster>
        {/* What may have been done is asked for again under its key: another quote could do it twice. */}
        {left > 0 || isInDoubt ? (
          <Button loading={isBusy} onClick={() => void work(send)}>
            {t('confirm', { amount: amount(quote.sell.amount, quote.sell.currency) })}
          </Button>
        ) : (
          <Button loading={isBusy} onClick={() => void work(renew)}>
            {t('renew')}
          </Button>
        )}
        <Button variant="secondary" disabled={isBusy || isInDoubt} onClick={() => onEnd(true)}>
          {t('edit')}
        </Button>
      </Cluster>
    </Stack>
  );
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const { t } = useCurrencyTexts();
  const { percent } = useFormat();
  const { rate } = useRateFormat();
  const { sell, buy } = quote;
  const words = (value: number) => `1 ${sell.currency} = ${rate(value)} ${buy.currency}`;
  return (
    <DescriptionList>
      <Fact name={t('your_rate')}>{words(quote.rate)}</Fact>
      <Fact name={t('reference_rate')}>{words(quote.reference_rate)}</Fact>
      <Fact name={t('markup')}>{percent(quote.markup_percent / 100)}</Fact>
    </DescriptionList>
  );
}

/** Seconds at which the time is announced; it is seen all the time. */
const spokenAt = 10;

function Countdown({ left }: { left: number }) {
  const { t } = useCurrencyTexts();
  const spoken = left === 0 ? t('expired') : left <= spokenAt ? t('left', { count: spokenAt }) : '';
  return (
    <div className={styles.countdown}>
      <ProgressBar max={quoteSeconds} value={left} aria-hidden="true" />
      <p aria-hidden="true">{left > 0 ? t('left', { count: left }) : t('expired')}</p>
      <div role="status">
        <VisuallyHidden>{spoken}</VisuallyHidden>
      </div>
    </div>
  );
}

/** Runs one call at a time and keeps the sentence of its failure, which begins as that of an earlier one. */
function useWork(earlier: string | undefined) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(earlier);
  const work = async (call: () => Promise<unknown>) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return { work, isBusy, failure };
}

/** Whether an answer is about the call alone, and not about an earlier try: too many calls, the end of the session. */
const isOfCall = (error: unknown) => error instanceof ApiError && [401, 429].includes(error.status);

/** Reports the failure of an exchange whose offer was left. */
function useLateReport({ sell }: Quote) {
  const { t } = useCurrencyTexts();
  const { amount } = useFormat();
  const { show } = useToast();
  return (error: unknown) => {
    // After the end of the session the page of the sign-in explains it.
    if (!(error instanceof ApiError) || error.status === 401) return;
    const sum = amount(sell.amount, sell.currency);
    const message = hasNoAnswer(error)
      ? t('exchange_unknown', { sell: sum })
      : t('exchange_refused', { sell: sum, reason: error.message });
    show({ type: 'error', message });
  };
}

/** Sends an exchange, which is kept while its outcome is unknown: after a reload it is asked for again under its key. */
function useSending(sent: SentExchange, onDone: () => void) {
  const { quote } = sent;
  const { t } = useCurrencyTexts();
  const { amount } = useFormat();
  const { show } = useToast();
  const intent = useIdempotencyKey(keptExchange);
  const isShown = useIsShown();
  const refresh = useExchangeRefresh();
  const kept = useKeptExchange();
  const [isInDoubt, setIsInDoubt] = useState(() => kept.read()?.quote.id === quote.id);
  const reportLate = useLateReport(quote);
  const send = async () => {
    const words = { failed: t('exchange_failed'), offline: t('exchange_failed_network') };
    kept.write(sent);
    const done = await intent
      .send({ quote_id: quote.id }, words, (key) => exchange(quote.id, key))
      .catch((error: unknown) => {
        const isUnknown = hasNoAnswer(error) || (isInDoubt && isOfCall(error));
        setIsInDoubt(isUnknown);
        if (!isUnknown) kept.forget(quote.id);
        if (!isShown()) reportLate(error);
        throw error;
      });
    kept.forget(quote.id);
    refresh(done.reference);
    const [sell, buy] = [done.sell, done.buy].map((sum) => amount(sum.amount, sum.currency)) as [
      string,
      string,
    ];
    show({ type: 'success', message: t('exchanged', { sell, buy }) });
    if (isShown()) onDone();
  };
  return { send, isInDoubt };
}
