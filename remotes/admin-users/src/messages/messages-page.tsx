import { useState } from 'react';
import { type CustomerMessage, customerMessageListQuery } from '@bank/contracts/customer-messages';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useFilters } from '@bank/client/use-filters';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { stateTones } from './message-page';
import { useMessages } from './messages.api';
import { NewMessage } from './new-message';
import { useMessageTexts } from './texts';

/** Messages to many customers, newest first, and a new one. */
export function MessagesPage() {
  const { t: title } = useTexts();
  const { t } = useMessageTexts();
  const [isWriting, setIsWriting] = useState(false);
  const { user } = useSession();
  const { page, goTo } = useFilters<never>(customerMessageListQuery.shape, []);
  const query = useMessages(page);
  const mayWrite = mayDo(user, 'change', 'messages:manage');
  return (
    <Page layout="desk">
      <PageHeading
        title={title('messages.title')}
        lead={t('list.lead')}
        actions={
          mayWrite &&
          !isWriting && (
            <Button icon="pencil" disabled={!query.data} onClick={() => setIsWriting(true)}>
              {t('new.begin')}
            </Button>
          )
        }
      />
      {isWriting && query.data && (
        <NewMessage channels={query.data.channels} onClose={() => setIsWriting(false)} />
      )}
      <Card padding="none">
        <QueryTable
          dense
          wide
          caption={t('list.caption')}
          columns={useColumns()}
          query={query}
          rowsOf={({ messages }) => messages}
          rowKey={({ id }) => id}
          loadingRows={10}
          empty={<EmptyState icon="mail" title={t('list.empty')} message={t('list.empty_message')} />}
          failed={t('list.failed')}
        />
      </Card>
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={goTo} />}
    </Page>
  );
}

function useColumns(): Column<CustomerMessage>[] {
  const { t } = useMessageTexts();
  const language = useLanguage();
  const { dateTime, number } = useFormat();
  return [
    {
      key: 'title',
      header: t('list.title'),
      primary: true,
      cell: ({ id, title }) => <Link to={`/admin/messages/${id}`}>{title[language]}</Link>,
    },
    { key: 'purpose', header: t('form.purpose'), cell: ({ purpose }) => t(`purpose.${purpose}`) },
    {
      key: 'state',
      header: t('list.state'),
      cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`state.${state}`)}</Badge>,
    },
    {
      key: 'recipients',
      header: t('one.recipients'),
      align: 'end',
      cell: ({ recipients }) => number(recipients),
    },
    { key: 'author', header: t('one.author'), cell: ({ author }) => author },
    { key: 'created', header: t('one.created'), cell: ({ created_at: at }) => dateTime(at) },
  ];
}
