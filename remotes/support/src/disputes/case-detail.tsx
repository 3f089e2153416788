import type { OwnCase } from '@bank/contracts/cases';
import { DetailPage } from '@bank/client/detail-page';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { PageHeading } from '@bank/ui/page-heading';
import { CaseStateBadge } from './case-state';
import styles from './disputes.module.css';
import { useOwnCase } from './disputes.api';
import { replyDraft, ReplyForm } from './reply-form';
import { UnsentDraft } from '../unsent-draft';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useDisputeTexts } from './texts';
import { CaseTimeline } from './case-timeline';

/** One claim with its timeline, and what the customer adds to it. */
export function CaseDetail({ id }: { id: number }) {
  const { t } = useDisputeTexts();
  const query = useOwnCase(id);
  return (
    <DetailPage
      query={query}
      back={{ to: '/disputes', label: t('one.all') }}
      title={t('title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
    >
      {(found) => <Details found={found} />}
    </DetailPage>
  );
}

function Details({ found }: { found: OwnCase }) {
  const { t } = useDisputeTexts();
  const { date } = useFormat();
  const { amount, currency, state } = found;
  const timeline = useFocusAfter<HTMLDivElement>(found.can_write);
  return (
    <>
      <PageHeading title={found.label || t(`topic.${found.topic}`)} lead={<CaseStateBadge of={found} />} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title={t('one.timeline')}>
            <div ref={timeline} tabIndex={-1}>
              <CaseTimeline of={found} />
            </div>
          </Card>
          {found.can_write ? (
            <Card title={t(state === 'waiting' ? 'reply.title_asked' : 'reply.title')}>
              <ReplyForm id={found.id} />
            </Card>
          ) : (
            <UnsentDraft name={replyDraft(found.id)} words={(text) => t('reply.unsent', { text })} />
          )}
        </div>
        <Card title={t('one.facts')}>
          <DescriptionList stacked>
            <Fact name={t('one.reference')}>{found.reference}</Fact>
            <Fact name={t('one.topic')}>{t(`topic.${found.topic}`)}</Fact>
            <Fact name={t('list.amount')}>
              {amount !== null && currency !== null && <Amount value={-amount} currency={currency} />}
            </Fact>
            <Fact name={t('list.opened')}>{date(found.created_at)}</Fact>
            <Fact name={t(found.topic === 'not_me' ? 'one.refund_by' : 'one.answer_by')}>
              {state !== 'decided' && date(found.due_at)}
            </Fact>
            <Fact name={t('one.decided')}>{found.decided_at && date(found.decided_at)}</Fact>
          </DescriptionList>
        </Card>
      </div>
    </>
  );
}
