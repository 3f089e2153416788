import { type ApplicationState, applicationStatuses } from '@bank/contracts/partner-applications';
import { Card } from '@bank/ui/card';
import { Grid, Stack } from '@bank/ui/layout';
import { ApplicationStateFacts } from '../application-status/application-state-facts';
import { SignupForm } from '../signup/signup-form';
import { useSignupTexts } from '../signup/texts';

const fields = ['first_name', 'last_name', 'email', 'phone'] as const;

const loadRules = async () => (await import('../signup/application-rules')).applicationRules;

/** An application of nobody. */
const applicationOf = (status: ApplicationState['status']): ApplicationState => ({
  applicationId: '00000000-0000-4000-8000-000000000000',
  status,
  startedAt: '2026-11-02T09:12:00Z',
  completedAt: status === 'pending' ? null : '2026-11-02T09:20:00Z',
  decidedAt: status === 'approved' || status === 'rejected' ? '2026-11-04T14:30:00Z' : null,
});

/** The form of an application, which checks what is typed and sends nothing, and each state that an application may be in. */
export function AuthStory() {
  const { t } = useSignupTexts();
  return (
    <Grid columns="wide" gap={16} align="start">
      <Card title={t('title')}>
        <SignupForm
          fields={fields}
          loadRules={loadRules}
          action={t('frame_submit')}
          onSubmit={() => Promise.resolve()}
        />
      </Card>
      {applicationStatuses.map((status) => (
        <Card key={status}>
          <Stack>
            <ApplicationStateFacts {...applicationOf(status)} />
          </Stack>
        </Card>
      ))}
    </Grid>
  );
}
