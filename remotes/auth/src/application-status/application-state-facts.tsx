import type { ApplicationState } from '@bank/contracts/partner-applications';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { useStatusTexts } from './texts';

const tones = { pending: 'info', completed: 'info', approved: 'success', rejected: 'warning' } as const;

/** The state of an application, and since when. */
export function ApplicationStateFacts({ status, startedAt, completedAt, decidedAt }: ApplicationState) {
  const { t } = useStatusTexts();
  const { dateTime } = useFormat();
  return (
    <>
      <Alert tone={tones[status]} title={t(`status_${status}`)}>
        {t(`next_${status}`)}
      </Alert>
      <DescriptionList>
        <Fact name={t('started')}>{dateTime(startedAt)}</Fact>
        <Fact name={t('completed')}>{completedAt && dateTime(completedAt)}</Fact>
        <Fact name={t('decided')}>{decidedAt && dateTime(decidedAt)}</Fact>
      </DescriptionList>
    </>
  );
}
