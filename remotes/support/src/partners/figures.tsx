import type { PartnerCounts, PartnerFigures } from '@bank/contracts/partners';
import { QueryError } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { DayPicture } from '@bank/ui/day-picture';
import { Difference } from '@bank/ui/difference';
import { Stack } from '@bank/ui/layout';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { Stat } from '@bank/ui/stat';
import styles from './figures.module.css';
import { useFigures } from './partners.api';
import { usePartnerTexts } from './texts';

type Day = PartnerFigures['days'][number];

export function Figures({ id }: { id: number }) {
  const { t } = usePartnerTexts();
  const query = useFigures(id);
  const { data, isError } = query;
  return (
    <Stack as="section" aria-labelledby="partner-figures">
      <h2 id="partner-figures">{t('figures.title')}</h2>
      {data && <FiguresTable {...data} />}
      {!data && isError && (
        <Card>
          <QueryError query={query} title={t('figures.failed')} />
        </Card>
      )}
      {!data && !isError && (
        <Loading>
          <Skeleton height="figure" lines={3} />
        </Loading>
      )}
    </Stack>
  );
}

function FiguresTable({ days, before }: PartnerFigures) {
  const { t } = usePartnerTexts();
  const { number, percent } = useFormat();
  const sum = (what: Exclude<keyof Day, 'day'>) => days.reduce((total, day) => total + day[what], 0);
  const forms = sum('signup_opens');
  const signups = sum('signups');
  const opens = (counts: PartnerCounts) => counts.chat_opens + counts.signup_opens + counts.tool_opens;
  const compared = { worded: number, period: t('figures.days_before') };
  const byDay = new Map(days.map((day) => [day.day, day]));
  const column = (key: 'chat_opens' | 'signup_opens' | 'tool_opens', header: string) => ({
    key,
    header,
    align: 'end' as const,
    cell: ({ day }: { day: string }) => number(byDay.get(day)?.[key] ?? 0),
  });
  return (
    <>
      <Stack className={styles.stats}>
        <Stat icon="message-circle" label={t('figures.chat')} value={number(sum('chat_opens'))} />
        <Stat icon="scroll-text" label={t('figures.signup')} value={number(forms)} />
        <Stat icon="layout-dashboard" label={t('figures.tools')} value={number(sum('tool_opens'))} />
        <Stat
          icon="user-plus"
          label={t('figures.signups')}
          value={number(signups)}
          hint={forms > 0 && t('figures.share', { share: percent(signups / forms) })}
        />
      </Stack>
      <Stack className={styles.pictures}>
        <DayPicture
          title={t('figures.opens_by_day')}
          worded={number}
          difference={
            <Difference
              now={sum('chat_opens') + forms + sum('tool_opens')}
              before={opens(before)}
              {...compared}
            />
          }
          rows={days.map((day) => ({ day: day.day, values: { opens: opens(day) } }))}
          series={[{ key: 'opens', label: t('figures.opens_by_day'), tone: 'brand' }]}
          columns={[
            column('chat_opens', t('figures.chat')),
            column('signup_opens', t('figures.signup')),
            column('tool_opens', t('figures.tools')),
          ]}
        />
        <DayPicture
          title={t('figures.signups_by_day')}
          worded={number}
          difference={<Difference now={signups} before={before.signups} {...compared} />}
          rows={days.map(({ day, signups: count }) => ({ day, values: { count } }))}
          series={[{ key: 'count', label: t('figures.signups'), tone: 'brand' }]}
        />
      </Stack>
    </>
  );
}
