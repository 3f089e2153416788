import type { CustomerMessage } from '@bank/contracts/customer-messages';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { ErrorState } from '@bank/ui/error-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useState } from 'react';
import { useTexts } from '../texts';
import { stopMessage, useMessage, useMessagesRefresh } from './messages.api';
import { MessagePreview, SegmentWords } from './message-preview';
import { useMessageTexts } from './texts';

export const stateTones = {
  ...{ awaiting: 'waiting', refused: 'neutral', sending: 'info', sent: 'success', stopped: 'neutral' },
} as const satisfies Record<CustomerMessage['state'], BadgeTone>;

/** One message to customers, with what arrived of it. */
export function MessagePage() {
  const { t: title } = useTexts();
  const { t } = useMessageTexts();
  const language = useLanguage();
  const query = useMessage(Number(useParams().id));
  const { data } = query;
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/messages">{t('one.all')}</Link>
      </p>
      <PageHeading
        title={data ? data.title[language] : title('messages.title')}
        lead={data && <Badge tone={stateTones[data.state]}>{t(`state.${data.state}`)}</Badge>}
      />
      {data ? (
        <Details found={data} />
      ) : (
        <Card>
          <QueryFallback
            query={query}
            rows={6}
            failed={t('one.failed')}
            missing={<ErrorState title={t('one.failed')} message={t('one.missing')} />}
          />
        </Card>
      )}
    </Page>
  );
}

function Details({ found }: { found: CustomerMessage }) {
  const { t } = useMessageTexts();
  const { dateTime, number } = useFormat();
  const { started_at: started, finished_at: finished } = found;
  return (
    <>
      <MessagePreview title={found.title} text={found.text} />
      <Card title={t('one.report')}>
        <DescriptionList>
          <Fact name={t('form.purpose')}>{t(`purpose.${found.purpose}`)}</Fact>
          <Fact name={t('form.segment')}>
            <SegmentWords segment={found.segment} />
          </Fact>
          <Fact name={t('form.per_minute')}>{number(found.per_minute)}</Fact>
          <Fact name={t('one.author')}>{found.author}</Fact>
          <Fact name={t('one.created')}>{dateTime(found.created_at)}</Fact>
          <Fact name={t('one.started')}>{started && dateTime(started)}</Fact>
          <Fact name={t('one.finished')}>{finished && dateTime(finished)}</Fact>
          <Fact name={t('one.recipients')}>{number(found.recipients)}</Fact>
          {found.report.map(({ channel, outcome, count }) => (
            <Fact
              key={`${channel} ${outcome}`}
              name={`${t(`channel.${channel}`)}, ${t(`outcome.${outcome}`)}`}
            >
              {number(count)}
            </Fact>
          ))}
        </DescriptionList>
        <Stopping found={found} />
      </Card>
    </>
  );
}

function Stopping({ found: { id, state } }: { found: CustomerMessage }) {
  const { t } = useMessageTexts();
  const { user } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useMessagesRefresh();
  if (state !== 'sending' || !mayDo(user, 'change', 'messages:manage')) return null;
  return (
    <>
      <Button variant="danger" icon="x" onClick={() => setIsAsking(true)}>
        {t('stop.begin')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('stop.question')}
          description={t('stop.message')}
          action={t('stop.action')}
          onConfirm={() => stopMessage(id).finally(() => void refresh())}
          done={t('stop.done')}
          failed={t('stop.failed')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
