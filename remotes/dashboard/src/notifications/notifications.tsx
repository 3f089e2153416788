import { useRef, useState, useEffect } from 'react';
import type { Notification } from '@bank/contracts/notifications';
import { failureText } from '@bank/client/call-failure';
import { bankNow } from '@bank/i18n/bank-clock';
import { useDayHeading } from '@bank/i18n/day-heading';
import { QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useUndo } from '@bank/client/undo';
import { Button, buttonClass } from '@bank/ui/button';
import { EmptyState } from '@bank/ui/empty-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useToast } from '@bank/ui/toast';
import { ReadScene } from '../pictures/scenes';
import { useTexts } from '../texts';
import { DeleteNotification } from './delete-notification';
import { notificationDays } from './notification-days';
import { NotificationRow } from './notification-row';
import { type NotificationFilter, useMarkRead, useMarkUnread, useNotifications } from './notifications.api';
import styles from './notifications.module.css';
import { useNotificationTexts } from './texts';
import { useOlder } from './use-older';
import { useRowFocus } from './use-row-focus';

interface NotificationsProps {
  filter: NotificationFilter;
  onShowAll: () => void;
}

export function Notifications({ filter, onShowAll }: NotificationsProps) {
  const { t } = useNotificationTexts();
  const query = useNotifications(filter);
  const { data, isError } = query;
  if (data) return <List {...data} empty={<Empty filter={filter} onShowAll={onShowAll} />} />;
  if (!isError) {
    return (
      <Loading>
        <div className={styles.loading}>
          <Skeleton height="block" lines={3} />
        </div>
      </Loading>
    );
  }
  return (
    <QueryError query={query} title={t('notifications.failed')} message={t('notifications.failed_message')} />
  );
}

interface ListProps {
  notifications: Notification[];
  unread: number;
  empty: React.ReactNode;
}

function List({ notifications, unread, empty }: ListProps) {
  const { t } = useNotificationTexts();
  const dayHeading = useDayHeading();
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const { shown, older, showOlder } = useOlder(notifications);
  const focusAfter = useRowFocus(
    list,
    shown.map(({ id }) => id),
  );
  const { markOne, markAll, marking, bar } = useMarking();
  const [deleting, setDeleting] = useState<Deleting>();
  return (
    <div ref={list} tabIndex={-1} className={styles.list} role="group" aria-label={t('notifications.title')}>
      {unread > 0 && (
        <UnreadBar unread={unread} isMarking={marking === 'all'} onMarkAll={() => markAll(focusAfter(-1))} />
      )}
      {bar}
      {notifications.length === 0 && empty}
      {notificationDays(shown).map(({ day, rows }) => (
        <section key={day} aria-label={dayHeading(rows[0].timestamp, now)}>
          <h2 className={styles.day}>{dayHeading(rows[0].timestamp, now)}</h2>
          <ul>
            {rows.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                now={now}
                isMarking={marking === notification.id}
                onMark={() => markOne(notification.id, focusAfter(notification.id))}
                onDelete={() => setDeleting({ notification, onDone: focusAfter(notification.id) })}
              />
            ))}
          </ul>
        </section>
      ))}
      {older > 0 && (
        <div className={styles.older}>
          <Button variant="secondary" wide icon="chevron-down" onClick={showOlder}>
            {t('notifications.older', { count: older })}
          </Button>
        </div>
      )}
      {deleting && (
        <DeleteNotification
          notification={deleting.notification}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined);
            deleting.onDone();
          }}
        />
      )}
    </div>
  );
}

interface Deleting {
  notification: Notification;
  /** Moves the focus once it is gone. */
  onDone: () => void;
}

interface UnreadBarProps {
  unread: number;
  isMarking: boolean;
  onMarkAll: () => void;
}

function UnreadBar({ unread, isMarking, onMarkAll }: UnreadBarProps) {
  const { t } = useNotificationTexts();
  const { t: common } = useTexts();
  return (
    <div className={styles.bar}>
      <span>{common('notifications.unread', { count: unread })}</span>
      <Button variant="quiet" size="small" icon="check" loading={isMarking} onClick={onMarkAll}>
        {t('notifications.mark_all')}
      </Button>
    </div>
  );
}

/** Marks as read, offers to undo that for ten seconds, and reports failures; `marking` is the pending notification, or `all`. */
function useMarking() {
  const { t } = useNotificationTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useMarkRead();
  const { mutateAsync: undo } = useMarkUnread();
  const { offer, bar } = useUndo();
  const mark = (ids: number[] | undefined, onDone: () => void) =>
    mutate(ids, {
      onSuccess: ({ marked_at }) => {
        onDone();
        offer(t(ids ? 'notifications.marked' : 'notifications.marked_all'), () => undo({ marked_at, ids }));
      },
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('notifications.mark_failed') }) });
      },
    });
  return {
    bar,
    markOne: (id: number, onDone: () => void) => mark([id], onDone),
    markAll: (onDone: () => void) => mark(undefined, onDone),
    marking: isPending ? (variables?.[0] ?? 'all') : undefined,
  };
}

function Empty({ filter, onShowAll }: NotificationsProps) {
  const { t } = useNotificationTexts();
  return (
    <EmptyState
      icon="bell"
      picture={<ReadScene />}
      title={t(`notifications.empty_${filter}`)}
      message={t(`notifications.empty_${filter}_message`)}
      action={
        filter === 'unread' ? (
          <Button variant="secondary" onClick={onShowAll}>
            {t('notifications.show_all')}
          </Button>
        ) : (
          <Link to="/dashboard/settings" className={buttonClass({ variant: 'secondary' })}>
            {t('notifications.settings')}
          </Link>
        )
      }
    />
  );
}

/** Ages are displayed in minutes at the finest. */
const stepMs = 10_000;

/** The bank’s time, in ms since 1970. */
function useNow(): number {
  const [now, setNow] = useState(bankNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(bankNow()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
