import type { RuleSummary } from '@bank/contracts/rules';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { useLanguage } from '@bank/i18n/language';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { ActionBadge, RuleStateBadge } from './rule-badges';
import { useRules } from './rules.api';
import { useRuleTexts } from './texts';

/** The rules over events, with their state and what they caught lately. */
export function RulesPage() {
  const { t: title } = useTexts();
  const { t } = useRuleTexts();
  const { user } = useSession();
  return (
    <Page layout="desk">
      <PageHeading
        title={title('rules.title')}
        lead={t('list.lead')}
        actions={
          mayDo(user, 'change', 'rules:manage') && (
            <Link to="/admin/rules/new" className={buttonClass()}>
              {t('list.new')}
            </Link>
          )
        }
      />
      <Card padding="none">
        <QueryTable
          dense
          wide
          caption={t('list.caption')}
          columns={useColumns()}
          query={useRules()}
          rowsOf={({ rules }) => rules}
          rowKey={({ id }) => id}
          loadingRows={12}
          empty={<EmptyState icon="shield-check" title={t('list.empty')} message={t('list.empty_message')} />}
          failed={t('failed')}
          failedMessage={t('failed_message')}
        />
      </Card>
    </Page>
  );
}

function useColumns(): Column<RuleSummary>[] {
  const { t } = useRuleTexts();
  const { number, date } = useFormat();
  const language = useLanguage();
  return [
    {
      key: 'name',
      header: t('list.name'),
      primary: true,
      cell: ({ id, newest }) => <Link to={`/admin/rules/${id}`}>{newest.definition.name[language]}</Link>,
    },
    {
      key: 'events',
      header: t('list.events'),
      cell: ({ newest }) => newest.definition.events.map((event) => t(`event.${event}`)).join(', '),
    },
    {
      key: 'action',
      header: t('list.action'),
      cell: ({ newest }) => <ActionBadge action={newest.definition.action} />,
    },
    { key: 'state', header: t('list.state'), cell: (rule) => <RuleStateBadge rule={rule} /> },
    { key: 'version', header: t('list.version'), align: 'end', cell: ({ newest }) => newest.version },
    { key: 'hits', header: t('list.hits'), align: 'end', cell: ({ hits }) => number(hits) },
    { key: 'changed', header: t('list.changed'), cell: ({ newest }) => date(newest.changed_at) },
  ];
}
