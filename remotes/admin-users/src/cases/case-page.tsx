import type { StaffCase } from '@bank/contracts/cases';
import { DetailColumns } from '@bank/client/detail-columns';
import { DetailPage } from '@bank/client/detail-page';
import { ApiError } from '@bank/client/api';
import { LazyPart } from '@bank/client/lazy-part';
import { useParams } from '@bank/client/router';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
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
    <DetailPage
      query={query}
      back={{ to: '/admin/cases', label: t('one.all') }}
      title={title('case.title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
      failure={isOwn && <ErrorState title={t('one.failed')} message={t('one.own')} />}
      layout="desk"
    >
      {(found) => <Details key={found.id} found={found} now={bankTimeOf(query.dataUpdatedAt)} />}
    </DetailPage>
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
            {found.reference} <CaseStateBadge of={found} />{' '}
            {found.state !== 'decided' && <DueClock of={found} now={now} />}
          </span>
        }
      />
      <DetailColumns aside={<CaseFacts found={found} />}>
        <Card title={t('one.timeline')}>
          <CaseTimeline of={found} />
        </Card>
        <CaseWork found={found} />
        {found.refund && <CaseRefund found={found} refund={found.refund} />}
        <LazyPart name="around-case" load={loadAround} rows={4} props={{ found }} />
      </DetailColumns>
    </>
  );
}
