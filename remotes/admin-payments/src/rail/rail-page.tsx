import { useFormat } from '@bank/i18n/use-format';
import type { RailState } from '@bank/contracts/rail-state';
import { isOffline } from '@bank/client/call-failure';
import { Link } from '@bank/client/router';
import { LoadingRows, QueryBoundary } from '@bank/client/query-boundary';
import { RefreshButton } from '@bank/client/refresh-button';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Stat } from '@bank/ui/stat';
import { AutomaticLimit } from './automatic-limit';
import { CollectedDebits } from './collected-debits';
import { ReconciliationDays } from './reconciliation-days';
import { usePaymentSettings, useRailState } from './rail.api';
import { DoubtfulPayments, Incidents, SuspenseItems } from './rail-lists';
import styles from './rail-page.module.css';
import { useRailTexts } from './texts';
import { useCount } from './use-count';

/** The connection to other banks: what is on its way, what is wrong, and the automatic limit. */
export function RailPage() {
  const { t } = useRailTexts();
  const query = useRailState();
  const settings = usePaymentSettings();
  return (
    <Page layout="desk">
      <PageHeading
        title={t('rail.title')}
        actions={
          <>
            <Link to="/admin/credit-files" className={buttonClass({ variant: 'secondary', size: 'small' })}>
              {t('rail.files')}
            </Link>
            {!query.isError && <RefreshButton query={query} />}
          </>
        }
      />
      {settings.isLoading ? (
        <LoadingRows rows={8} />
      ) : (
        <QueryBoundary
          query={query}
          rows={8}
          failed={t('rail.failed')}
          message={t(isOffline(query.error) ? 'rail.failed_network' : 'rail.failed_message')}
        >
          {(state) => <Rail state={state} settings={settings} />}
        </QueryBoundary>
      )}
    </Page>
  );
}

function Rail({ state, settings }: { state: RailState; settings: ReturnType<typeof usePaymentSettings> }) {
  const { t } = useRailTexts();
  return (
    <>
      {!state.configured && (
        <Alert tone="warning" title={t('rail.not_configured')}>
          {t('rail.not_configured_message')}
        </Alert>
      )}
      <Figures state={state} />
      <Card title={t('limit.title')}>
        <AutomaticLimit query={settings} />
      </Card>
      <DoubtfulPayments payments={state.doubtful} />
      <ReconciliationDays />
      <Incidents incidents={state.incidents} />
      <SuspenseItems items={state.suspense} />
      <CollectedDebits />
    </>
  );
}

function Figures({ state }: { state: RailState }) {
  const { t } = useRailTexts();
  const { dateTime } = useFormat();
  const count = useCount();
  const { count: unanswered, oldest_at: oldest } = state.unanswered;
  return (
    <Stack className={styles.figures}>
      <Stat
        label={t('rail.settlement')}
        value={<Amount value={state.settlement_balance} />}
        hint={t('rail.settlement_hint')}
      />
      <Stat
        label={t('rail.suspense_balance')}
        value={<Amount value={state.suspense_balance} />}
        hint={t('rail.suspense_hint')}
      />
      <Stat label={t('rail.queued')} value={count(state.queued)} />
      <Stat label={t('rail.sent')} value={count(state.sent)} />
      <Stat label={t('rail.in_doubt')} value={count(state.in_doubt)} />
      <Stat
        label={t('rail.unanswered')}
        value={count(unanswered)}
        hint={oldest && t('rail.unanswered_since', { date: dateTime(oldest) })}
      />
    </Stack>
  );
}
