import type { ConversationList } from '@bank/contracts/conversations';
import { LoadingRows, QueryFallback } from '@bank/client/query-boundary';
import { useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { ConversationGroups } from './conversation-groups';
import { ConversationView } from './conversation-view';
import styles from './conversations-page.module.css';
import { useConversations } from './conversations.api';
import { useConversationTexts } from './texts';
import { usePresence } from './use-presence';

/** The conversations of customers with staff, and one of them. Availability lasts while the page is open. */
export function ConversationsPage() {
  const { t: title } = useTexts();
  const { t } = useConversationTexts();
  const { id } = useParams();
  const query = useConversations();
  const mayAnswer = mayDo(useSession().user, 'change', 'tickets:manage');
  return (
    <Page layout="desk" inOrder>
      <PageHeading title={title('conversations.title')} lead={t('lead')} />
      {mayAnswer && query.isPending && <LoadingRows rows={1} />}
      {mayAnswer && query.data && <Presence list={query.data} />}
      <div className={id === undefined ? undefined : styles.columns}>
        {query.data ? (
          <ConversationGroups list={query.data} shown={Number(id)} />
        ) : (
          <Card>
            <QueryFallback query={query} rows={3} failed={t('failed')} />
          </Card>
        )}
        {id !== undefined && <ConversationView key={id} id={Number(id)} />}
      </div>
    </Page>
  );
}

function Presence({ list }: { list: ConversationList }) {
  const { t } = useConversationTexts();
  const { isAvailable, changing } = usePresence(list);
  return (
    <div className={styles.presence}>
      <div role="status">
        <p>{t(isAvailable ? 'available' : 'away')}</p>
        <p className={styles.detail}>{t('present', { count: list.present })}</p>
      </div>
      <Button
        variant={isAvailable ? 'secondary' : 'primary'}
        loading={changing.isPending}
        onClick={() => changing.mutate(!isAvailable)}
      >
        {t(isAvailable ? 'go_away' : 'be_there')}
      </Button>
      {changing.isError && <Alert tone="danger">{t('presence_failed')}</Alert>}
    </div>
  );
}
