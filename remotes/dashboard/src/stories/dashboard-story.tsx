import { useState } from 'react';
import { Card } from '@bank/ui/card';
import { useFormat } from '@bank/i18n/use-format';
import { Grid, Stack } from '@bank/ui/layout';
import { BalanceChange } from '../balance/balance-change';
import { BalanceChart } from '../balance/balance-chart';
import { NotificationRow } from '../notifications/notification-row';
import styles from '../notifications/notifications.module.css';
import { useNotificationTexts } from '../notifications/texts';
import { Stages } from '../payments/payment-way';
import { useBalanceTexts } from '../balance/texts';
import { useTexts } from '../texts';
import { days, now, payments, useNotifications } from './examples';

/** How a balance moves, the bank’s messages, and each way that a payment may go. */
export function DashboardStory() {
  return (
    <Stack gap={24}>
      <Balance />
      <Notifications />
      <Grid columns="wide" gap={16} align="start">
        {payments.map((payment) => (
          <Card key={payment.id}>
            <Stack>
              <Stages payment={payment} />
            </Stack>
          </Card>
        ))}
      </Grid>
    </Stack>
  );
}

function Balance() {
  const { t } = useTexts();
  const { t: balance } = useBalanceTexts();
  const { amount, date } = useFormat();
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  return (
    <Card title={t('balance.title')}>
      <Stack>
        {[1_180.5, 1_284.5, 1_402.9].map((previous) => (
          <BalanceChange key={previous} current={1_284.5} previous={previous} currency="EUR" />
        ))}
        <BalanceChart
          days={days}
          scrubber={balance('history_date')}
          worded={(value) => amount(value, 'EUR')}
          label={balance('history_picture', {
            first: amount(first.balance, 'EUR'),
            from: date(first.date),
            last: amount(last.balance, 'EUR'),
            to: date(last.date),
          })}
        />
      </Stack>
    </Card>
  );
}

/** Marking and deleting change what is shown here, and nothing else. */
function Notifications() {
  const { t } = useNotificationTexts();
  const examples = useNotifications();
  const [read, setRead] = useState<readonly number[]>([]);
  const [deleted, setDeleted] = useState<readonly number[]>([]);
  return (
    <Card title={t('notifications.title')} padding="none">
      <div className={styles.list}>
        <ul>
          {examples
            .filter(({ id }) => !deleted.includes(id))
            .map((each) => (
              <NotificationRow
                key={each.id}
                notification={{ ...each, read: each.read || read.includes(each.id) }}
                now={now}
                isMarking={false}
                onMark={() => setRead([...read, each.id])}
                onDelete={() => setDeleted([...deleted, each.id])}
              />
            ))}
        </ul>
      </div>
    </Card>
  );
}
