import type { ConversationList, ConversationSummary } from '@bank/contracts/conversations';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import styles from './conversations-page.module.css';
import { nameOf, placeOf } from './speaker';
import { useConversationTexts } from './texts';

const groups = ['waiting', 'mine', 'colleagues'] as const;

/** The open conversations: those that wait, the caller's own, and those of colleagues. */
export function ConversationGroups({ list, shown }: { list: ConversationList; shown: number }) {
  const { t } = useConversationTexts();
  const { user } = useSession();
  const groupOf = ({ state, staff }: ConversationSummary) => {
    if (state === 'waiting') return 'waiting';
    return staff?.id === user?.id ? 'mine' : 'colleagues';
  };
  if (list.conversations.length === 0) {
    return (
      <Card>
        <EmptyState icon="message-circle" title={t('empty')} message={t('empty_message')} />
      </Card>
    );
  }
  return (
    <Stack gap={16}>
      {groups.map((group) => {
        const found = list.conversations.filter((each) => groupOf(each) === group);
        return (
          found.length > 0 && (
            <Card key={group} title={t(group)}>
              <ul className={styles.list}>
                {found.map((each) => (
                  <li key={each.id}>
                    <Entry conversation={each} isShown={each.id === shown} />
                  </li>
                ))}
              </ul>
            </Card>
          )
        );
      })}
    </Stack>
  );
}

function Entry({ conversation, isShown }: { conversation: ConversationSummary; isShown: boolean }) {
  const { user } = useSession();
  const { t } = useConversationTexts();
  const { time } = useFormat();
  const { id, language, visitor, created_at, answer_until, staff } = conversation;
  return (
    <>
      <Link
        to={`/admin/conversations/${id}`}
        aria-current={isShown ? 'true' : undefined}
        className={styles.name}
      >
        {nameOf(conversation, t('visitor'))}
      </Link>
      <p className={styles.detail}>
        {t('since', { at: time(created_at) })} · {t(`language_${language}`)}
        {staff && staff.id !== user?.id && ` · ${staff.name}`}
      </p>
      {visitor && <p className={styles.detail}>{placeOf(visitor, t)}</p>}
      {answer_until && <p className={styles.detail}>{t('until', { at: time(answer_until) })}</p>}
    </>
  );
}
