import { affectedCounted, type StaffIncident } from '@bank/contracts/incidents';
import { incidentText } from '@bank/contracts/incident-texts';
import { DetailColumns } from '@bank/client/detail-columns';
import { DetailPage } from '@bank/client/detail-page';
import { useParams } from '@bank/client/router';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { IncidentStateBadge, SeverityBadge, useIncidentTitle } from './incident-badges';
import { IncidentTimeline } from './incident-timeline';
import { IncidentWork } from './incident-work';
import { useIncident } from './incidents.api';
import styles from './incidents.module.css';
import { useIncidentTexts } from './texts';

/** One incident: what happened, what everybody reads, and what to do. */
export function IncidentPage() {
  const { t: title } = useTexts();
  const { t } = useIncidentTexts();
  const query = useIncident(Number(useParams().id));
  return (
    <DetailPage
      query={query}
      back={{ to: '/admin/incidents', label: t('one.all') }}
      title={title('incident.title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
      layout="desk"
    >
      {(found) => <Details key={found.id} found={found} />}
    </DetailPage>
  );
}

function Details({ found }: { found: StaffIncident }) {
  const { t } = useIncidentTexts();
  const titleOf = useIncidentTitle();
  return (
    <>
      <PageHeading
        title={titleOf(found)}
        lead={
          <span className={styles.lead}>
            <SeverityBadge of={found} /> <IncidentStateBadge of={found} />
          </span>
        }
      />
      <DetailColumns aside={<Facts found={found} />}>
        <Card title={t('one.timeline')}>
          <IncidentTimeline entries={found.entries} />
        </Card>
        <IncidentWork found={found} />
      </DetailColumns>
    </>
  );
}

function Facts({ found }: { found: StaffIncident }) {
  const { t } = useIncidentTexts();
  const { dateTime, number } = useFormat();
  const language = useLanguage();
  const { affected, components, closed_at: closedAt } = found;
  const counted = affected === null ? t('one.uncounted') : number(Math.min(affected, affectedCounted));
  return (
    <Card title={t('one.facts')}>
      <DescriptionList stacked>
        <Fact name={t('one.cause')}>{incidentText(found.kind, language)}</Fact>
        <Fact name={t('one.about')}>{found.subject !== found.title?.fr && found.subject}</Fact>
        <Fact name={t('form.components')}>
          {components.map((component) => t(`component.${component}`)).join(', ') || t('one.no_component')}
        </Fact>
        <Fact name={t('one.affected')}>
          {affected !== null && affected > affectedCounted ? t('one.more_than', { count: counted }) : counted}
        </Fact>
        <Fact name={t('list.public')}>{t(found.is_public ? 'list.public_yes' : 'list.public_no')}</Fact>
        <Fact name={t('list.owner')}>{found.owner?.name ?? t('list.free')}</Fact>
        <Fact name={t('list.opened')}>{dateTime(found.opened_at)}</Fact>
        <Fact name={t('one.closed')}>{closedAt && dateTime(closedAt)}</Fact>
      </DescriptionList>
    </Card>
  );
}
