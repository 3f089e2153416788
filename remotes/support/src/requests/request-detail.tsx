import type { OwnTicket } from '@bank/contracts/own-tickets';
import { DetailPage } from '@bank/client/detail-page';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import { WrittenText } from '@bank/ui/timeline';
import { useRequest } from './requests.api';
import styles from './request-detail.module.css';
import { RequestState } from './request-state';
import { useRequestTexts } from './texts';

/** One message to support with its answers. */
export function RequestDetail({ id }: { id: number }) {
  const { t } = useRequestTexts();
  const query = useRequest(id);
  return (
    <DetailPage
      query={query}
      back={{ to: '/requests', label: t('to_all') }}
      title={t('caption')}
      failed={t('one_failed')}
      missing={t('missing')}
    >
      {(found) => <Details found={found} />}
    </DetailPage>
  );
}

function Details({ found }: { found: OwnTicket }) {
  const { t } = useRequestTexts();
  const { dateTime } = useFormat();
  const { subject, message, attachments, answers, status, reference } = found;
  return (
    <>
      <PageHeading title={subject} lead={reference} actions={<RequestState status={status} />} />
      <Card title={t('from_you', { at: dateTime(found.created_at) })}>
        <WrittenText>{message}</WrittenText>
        {attachments.length > 0 && (
          <ul aria-label={t('files')} className={styles.files}>
            {attachments.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </Card>
      {answers.map((answer) => (
        <Card key={answer.id} title={t('from_bank', { at: dateTime(answer.created_at) })}>
          <WrittenText>{answer.message}</WrittenText>
        </Card>
      ))}
      {status === 'open' && answers.length === 0 && (
        <p>{t('answer.none', { at: dateTime(found.answer_by) })}</p>
      )}
      <p>
        <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
          {t('write_again')}
        </Link>
      </p>
    </>
  );
}
