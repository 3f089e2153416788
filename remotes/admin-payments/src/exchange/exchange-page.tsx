import type { ExchangeState } from '@bank/contracts/exchange';
import { rateSourceText } from '@bank/contracts/rate-source';
import { failureText, isOffline } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Stat } from '@bank/ui/stat';
import { useToast } from '@bank/ui/toast';
import { useMayDecide } from '../payments/use-may-decide';
import { useExchangeState, useFetchRates } from './exchange.api';
import { PositionTable } from './position-table';
import styles from './exchange-page.module.css';
import { useExchangeTexts } from './texts';

/** The reference rates that exchange uses, and what the bank holds and earned by it. */
export function ExchangePage() {
  const { t } = useExchangeTexts();
  const query = useExchangeState();
  const mayFetch = useMayDecide();
  return (
    <Page layout="desk">
      <PageHeading title={t('title')} actions={mayFetch && query.data?.configured && <FetchRates />} />
      <QueryBoundary
        query={query}
        rows={8}
        failed={t('failed')}
        message={t(isOffline(query.error) ? 'failed_network' : 'failed_message')}
      >
        {(state) => <State state={state} />}
      </QueryBoundary>
    </Page>
  );
}

function FetchRates() {
  const { t } = useExchangeTexts();
  const { show } = useToast();
  const { mutateAsync, isPending } = useFetchRates();
  const fetchNow = () =>
    mutateAsync(undefined).then(
      () => show({ type: 'success', message: t('fetched') }),
      (error: unknown) =>
        show({ type: 'error', message: failureText(error, { failed: t('fetch_failed'), isFixed: true }) }),
    );
  return (
    <Button
      variant="secondary"
      size="small"
      icon="refresh-cw"
      loading={isPending}
      onClick={() => void fetchNow()}
    >
      {t('fetch')}
    </Button>
  );
}

function State({ state }: { state: ExchangeState }) {
  const { t } = useExchangeTexts();
  return (
    <>
      {!state.configured && <Alert tone="warning">{t('not_configured')}</Alert>}
      {state.stale && <Alert tone="warning">{t('stale')}</Alert>}
      {state.held.length > 0 && (
        <Alert tone="warning">{t('held', { currencies: state.held.join(', ') })}</Alert>
      )}
      <Figures state={state} />
      <Card title={t('positions')} padding="none">
        <PositionTable state={state} />
      </Card>
    </>
  );
}

function Figures({ state }: { state: ExchangeState }) {
  const { t, language } = useExchangeTexts();
  const { date, dateTime } = useFormat();
  const { source, fetched_at: fetchedAt, realised, unrealised } = state;
  const sum = (value: number | null) => (value === null ? t('unknown') : <Amount value={value} />);
  return (
    <Stack className={styles.figures}>
      <Stat
        label={t('rates_of')}
        value={date(state.date)}
        hint={t('source', { source: rateSourceText(source, language) })}
      />
      <Stat
        label={t('age')}
        value={t('days', { count: state.age })}
        hint={fetchedAt ? t('fetched_at', { at: dateTime(fetchedAt) }) : undefined}
      />
      <Stat label={t('realised')} value={sum(realised)} hint={t('realised_hint')} />
      <Stat label={t('unrealised')} value={sum(unrealised)} hint={t('unrealised_hint')} />
    </Stack>
  );
}
