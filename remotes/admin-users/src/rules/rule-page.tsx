import type { RuleDetail, RuleVersion } from '@bank/contracts/rules';
import { DetailPage } from '@bank/client/detail-page';
import { Link, useParams } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { useLanguage } from '@bank/i18n/language';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { Publishing } from './publishing';
import { Replays } from './replays';
import { useRuleDraft } from './rule-draft';
import { RuleForm } from './rule-form';
import { useRule } from './rules.api';
import { useRuleTexts } from './texts';

/** One rule: its form, its replays, its versions; `/admin/rules/new` begins one. */
export function RulePage() {
  const id = Number(useParams().id);
  return Number.isInteger(id) ? <KnownRule id={id} /> : <NewRule />;
}

function NewRule() {
  const { t: title } = useTexts();
  const { t } = useRuleTexts();
  const draft = useRuleDraft();
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/rules">{t('one.all')}</Link>
      </p>
      <PageHeading title={title('rules.new_title')} />
      <RuleForm draft={draft} />
    </Page>
  );
}

function KnownRule({ id }: { id: number }) {
  const { t: title } = useTexts();
  const { t } = useRuleTexts();
  return (
    <DetailPage
      query={useRule(id)}
      back={{ to: '/admin/rules', label: t('one.all') }}
      title={title('rule.title')}
      failed={t('one.failed')}
      message={t('failed_message')}
      missing={t('one.missing')}
      layout="desk"
    >
      {(rule) => rule.versions[0] && <Details key={rule.id} rule={rule} newest={rule.versions[0]} />}
    </DetailPage>
  );
}

function Details({ rule, newest }: { rule: RuleDetail; newest: RuleVersion }) {
  const { t } = useRuleTexts();
  const language = useLanguage();
  const draft = useRuleDraft(rule.id, newest);
  return (
    <>
      <PageHeading
        title={newest.definition.name[language]}
        lead={t('one.lead', { version: newest.version, count: rule.hits })}
      />
      <Publishing id={rule.id} newest={newest} isChanged={draft.isChanged} />
      <RuleForm id={rule.id} newest={newest} draft={draft} />
      <Replays id={rule.id} />
      <Versions rule={rule} />
    </>
  );
}

function Versions({ rule }: { rule: RuleDetail }) {
  const { t } = useRuleTexts();
  const { dateTime } = useFormat();
  return (
    <Card title={t('one.versions')}>
      <ol reversed>
        {rule.versions.map(({ version, state, changed_by, changed_at, published_at }) => (
          <li key={version} value={version}>
            {t(`version.${state}`)}{' '}
            {t('version.by', { name: changed_by.name, at: dateTime(published_at ?? changed_at) })}
          </li>
        ))}
      </ol>
    </Card>
  );
}
