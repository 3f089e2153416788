import type { CustomerMessage } from '@bank/contracts/customer-messages';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { DetailPage } from '@bank/client/detail-page';
import { useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { PageHeading } from '@bank/ui/page-heading';
import { useState } from 'react';
import { useTexts } from '../texts';
import { stopMessage, useMessage, useMessagesRefresh } from './messages.api';
import { MessagePreview, SegmentWords } from './message-preview';
import { useMessageTexts } from './texts';

export const stateTones = {
  awaiting: 'waiting',
  refused: 'neutral',
  sending: 'info',
  sent: 'success',
  stopped: 'neutral',
} as const satisfies Record<CustomerMessage['state'], BadgeTone>;

/** One message to customers, with what arrived of it. */
export function MessagePage() {
  const { t: title } = useTexts();
  const { t } = useMessageTexts();
  const query = useMessage(Number(useParams().id));
  return (
    <DetailPage
      query={query}
      back={{ to: '/admin/messages', label: t('one.all') }}
      title={title('messages.title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
      layout="desk"
    >
      {(found) => <Details found={found} />}
    </DetailPage>
  );
}

function Details({ found }: { found: CustomerMessage }) {
  const { t } = useMessageTexts();
  const { dateTime, number } = useFormat();
  const language = useLanguage();
  const { started_at: started, finished_at: finished } = found;
  return (
    <>
      <PageHeading
        title={found.title[language]}
        lead={<Badge tone={stateTones[found.state]}>{t(`state.${found.state}`)}</Badge>}
      />
      <MessagePreview title={found.title} text={found.text} />
      <Card title={t('one.report')}>
        <DescriptionList>
          <Fact name={t('form.purpose')}>{t(`purpose.${found.purpose}`)}</Fact>
          <Fact name={t('form.segment')}>
            <SegmentWords segment={found.segment} />
          </Fact>
          <Fact name={t('form.channels')}>
            {found.channels.map((channel) => t(`channel.${channel}`)).join(', ')}
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
