import type { StaffApproval, StaffApprovalList } from '@bank/contracts/approvals';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useUrlDetails } from '@bank/client/use-url-details';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { ApprovalChanges } from './approval-changes';
import { isWithdrawn, refusalOf } from './approvals.api';
import styles from './approvals.module.css';
import { useApprovalTexts } from './texts';

const tones: Record<StaffApproval['status'], BadgeTone> = {
  pending: 'waiting',
  approved: 'success',
  refused: 'danger',
  expired: 'neutral',
};

export function ApprovalTable({ query }: { query: UseQueryResult<StaffApprovalList> }) {
  const { t } = useApprovalTexts();
  return (
    <QueryTable<StaffApprovalList, StaffApproval>
      dense
      wide
      caption={t('list')}
      columns={[
        {
          key: 'what',
          header: t('what'),
          primary: true,
          cell: (approval) => <Subject approval={approval} />,
        },
        { key: 'changes', header: t('changes'), cell: (approval) => <ApprovalChanges approval={approval} /> },
        { key: 'asked', header: t('asked'), cell: (approval) => <Request approval={approval} /> },
        { key: 'status', header: t('status'), cell: (approval) => <Status approval={approval} /> },
        { key: 'decision', header: t('decision'), cell: (approval) => <Decisions approval={approval} /> },
      ]}
      query={query}
      rowsOf={({ approvals }) => approvals}
      rowKey={({ id }) => id}
      loadingRows={5}
      empty={<EmptyState icon="shield-check" title={t('empty')} message={t('empty_message')} />}
      failed={t('failed')}
      failedMessage={t('failed_message')}
    />
  );
}

interface Shown {
  approval: StaffApproval;
}

function Subject({ approval: { id, kind, subject } }: Shown) {
  const { t } = useApprovalTexts();
  return (
    <div>
      {t('number', { id })} · {t(`kind.${kind}`)}
      {subject && <span className={styles.subject}>{subject.name}</span>}
    </div>
  );
}

function Request({ approval: { requested_by, requested_at, motive } }: Shown) {
  const { t } = useApprovalTexts();
  const { dateTime } = useFormat();
  return (
    <div className={styles.request}>
      {requested_by.name}, <time dateTime={requested_at}>{dateTime(requested_at)}</time>
      {motive && <span className={styles.subject}>{t('motive', { motive })}</span>}
    </div>
  );
}

function Status({ approval }: Shown) {
  const { status, decided_by, reason, expires_at: end } = approval;
  const { t } = useApprovalTexts();
  const { dateTime } = useFormat();
  const { user } = useSession();
  // The button by which the reader decided is gone.
  const place = useFocusAfter<HTMLDivElement>(decided_by === null || decided_by.id !== user?.id);
  return (
    <div ref={place} tabIndex={-1}>
      <Badge tone={tones[status]}>{t(`status.${isWithdrawn(approval) ? 'withdrawn' : status}`)}</Badge>
      {status === 'pending' && (
        <span className={styles.subject}>{t('expires', { date: dateTime(end) })}</span>
      )}
      {decided_by && <span className={styles.subject}>{decided_by.name}</span>}
      {reason && <span className={styles.subject}>{t('motive', { motive: reason })}</span>}
    </div>
  );
}

/** The reader's possible decisions, or why they may not approve. */
function Decisions({ approval }: Shown) {
  const { id, status, obstacle } = approval;
  const { t } = useApprovalTexts();
  const approving = useUrlDetails('approve');
  const refusing = useUrlDetails('refuse');
  const { user } = useSession();
  if (status !== 'pending' || !mayDo(user, 'change', 'approvals:decide')) return null;
  const refusal = refusalOf(approval, user);
  const named = (action: 'approve' | 'refuse' | 'withdraw') => ({
    children: t(`action.${action}`),
    'aria-label': t('action_of', { action: t(`action.${action}`), id }),
  });
  return (
    <Cluster gap={8} align="center" className={obstacle === null ? styles.decisions : undefined}>
      {obstacle === null ? (
        <Link to={approving.addressOf(id)} className={buttonClass({ size: 'small' })} {...named('approve')} />
      ) : (
        <p className={styles.obstacle}>{t(`obstacle.${obstacle}`)}</p>
      )}
      {refusal && (
        <Link
          to={refusing.addressOf(id)}
          className={buttonClass({ size: 'small', variant: 'secondary' })}
          {...named(refusal)}
        />
      )}
    </Cluster>
  );
}
