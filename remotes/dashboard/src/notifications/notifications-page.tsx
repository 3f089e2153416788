import { useSearchParams } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Segmented } from '@bank/ui/segmented';
import { useNotificationTexts } from './texts';
import { Notifications } from './notifications';
import type { NotificationFilter } from './notifications.api';

const filters = ['all', 'unread', 'transaction', 'security'] as const satisfies NotificationFilter[];

export function NotificationsPage() {
  const { t } = useNotificationTexts();
  const [filter, choose] = useFilter();
  return (
    <Page>
      <PageHeading title={t('notifications.title')} />
      <div>
        <Segmented
          label={t('notifications.filter')}
          options={filters.map((value) => ({ value, label: t(`notifications.filter_${value}`) }))}
          value={filter}
          onChange={choose}
        />
      </div>
      <Card padding="none">
        <Notifications key={filter} filter={filter} onShowAll={() => choose('all')} />
      </Card>
    </Page>
  );
}

/** An unknown filter counts as none, so that a mistyped address still shows the list. */
function useFilter() {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('filter');
  const filter: NotificationFilter = filters.find((value) => value === asked) ?? 'all';
  const choose = (value: NotificationFilter) =>
    setParameters(value === 'all' ? {} : { filter: value }, { replace: true });
  return [filter, choose] as const;
}
