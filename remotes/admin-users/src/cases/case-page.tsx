import type { StaffCase } from '@bank/contracts/cases';
import { ApiError } from '@bank/client/api';
import { LazyPart } from '@bank/client/lazy-part';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { CaseStateBadge, DueClock } from './case-badges';
import { CaseFacts } from './case-facts';
import styles from './case-page.module.css';
import { CaseRefund } from './case-refund';
import { CaseWork } from './case-work';
import { useCase } from './cases.api';
import { useCaseTexts } from './texts';
import { CaseTimeline } from './case-timeline';

const loadAround = async () => (await import('../around/around-case')).AroundCase;

/** One case: what happened, what it is about, and what to do. */
export function CasePage() {
  const { t: title } = useTexts();
  const { t } = useCaseTexts();
  const query = useCase(Number(useParams().id));
  const isOwn = query.error instanceof ApiError && query.error.code === 'OWN_CASE';
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/cases">{t('one.all')}</Link>
      </p>
      {query.data ? (
        <Details key={query.data.id} found={query.data} now={query.dataUpdatedAt} />
      ) : (
        <>
          <PageHeading title={title('case.title')} />
          <Card>
            {isOwn ? (
              <ErrorState title={t('one.failed')} message={t('one.own')} />
            ) : (
              <QueryFallback
                query={query}
                rows={6}
                failed={t('one.failed')}
                missing={<ErrorState title={t('one.failed')} message={t('one.missing')} />}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function Details({ found, now }: { found: StaffCase; now: number }) {
  const { t } = useCaseTexts();
  return (
    <>
      <PageHeading
        title={found.label || t(`topic.${found.topic}`)}
        lead={
          <span className={styles.lead}>
            {found.reference} <CaseStateBadge of={found} /> <DueClock of={found} now={now} />
          </span>
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={t('one.timeline')}>
            <CaseTimeline of={found} />
          </Card>
          <CaseWork found={found} />
          {found.refund && <CaseRefund found={found} refund={found.refund} />}
          <LazyPart name="around-case" load={loadAround} rows={4} props={{ found }} />
        </div>
        <CaseFacts found={found} />
      </div>
    </>
  );
}
