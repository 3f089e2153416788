import type { AppealOffer } from '@bank/contracts/appeals';
import { type AppealSubject, appealSubjects } from '@bank/contracts/case-topics';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { ErrorState } from '@bank/ui/error-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import type { Tone } from '@bank/ui/tone';
import { AppealFields } from './appeal-fields';
import { useAppealOffer } from './disputes.api';
import { useDisputeTexts } from './texts';

interface WhyPageProps {
  /** As the address has them. */
  about: string | null;
  id: string | null;
}

/** Why something is refused, held or blocked, what to do and by when, and the appeal against it. */
export function WhyPage({ about, id }: WhyPageProps) {
  const { t } = useDisputeTexts();
  const subject = appealSubjects.find((each) => each === about);
  return (
    <Page layout="form">
      <PageHeading title={t('why.title')} lead={t('why.lead')} />
      {subject ? (
        <Explained about={subject} id={id} />
      ) : (
        <Card>
          <ErrorState title={t('why.none')} message={t('why.none_message')} />
        </Card>
      )}
    </Page>
  );
}

function Explained({ about, id }: { about: AppealSubject; id: string | null }) {
  const { t } = useDisputeTexts();
  const query = useAppealOffer(about, id);
  if (!query.data) {
    return (
      <Card>
        <QueryFallback
          query={query}
          rows={5}
          failed={t('why.failed')}

          missing={<ErrorState title={t('why.failed')} message={t('why.missing')} />}
        />
      </Card>
    );
  }
  const { why, case_id: known } = query.data;
  const readAt = bankTimeOf(query.dataUpdatedAt);
  const isOver = why.state === 'refused' && why.until !== null && Date.parse(why.until) < readAt;
  return (
    <Stack>
      <Reason offer={query.data} />
      {known !== null ? (
        <Alert>
          {t('why.known')} <Link to={`/disputes/${known}`}>{t('why.known_link')}</Link>
        </Alert>
      ) : isOver ? (
        <Alert tone="warning">{t('why.over')}</Alert>
      ) : (
        <AppealFields about={about} id={id} />
      )}
    </Stack>
  );
}

const tones = { refused: 'danger', held: 'warning', blocked: 'danger' } as const satisfies Record<
  string,
  Tone
>;

function Reason({ offer: { about, label, amount, currency, why } }: { offer: AppealOffer }) {
  const { t } = useDisputeTexts();
  const { date } = useFormat();
  const { state, reason, next_step: step, until } = why;
  const isHere = step.path === null || step.path.startsWith('/disputes/why');
  return (
    <Card
      title={label || t(`topic.${about}`)}
      actions={<Badge tone={tones[state]}>{t(`why.state.${state}`)}</Badge>}
    >
      <DescriptionList stacked>
        <Fact name={t('list.amount')}>
          {amount !== null && currency !== null && <Amount value={-amount} currency={currency} />}
        </Fact>
        <Fact name={t('why.reason')}>{reason}</Fact>
        <Fact name={t('why.step')}>
          {step.text} {!isHere && step.path && <Link to={step.path}>{t('why.step_link')}</Link>}
        </Fact>
        <Fact name={t('why.time')}>
          {until !== null && state !== 'blocked' && t(`why.until_${state}`, { day: date(until) })}
        </Fact>
      </DescriptionList>
    </Card>
  );
}
