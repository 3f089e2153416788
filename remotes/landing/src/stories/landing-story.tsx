import { componentStates, type Status } from '@bank/contracts/status';
import { statusComponents } from '@bank/contracts/incidents';
import { type KnownStatus, statusView } from '@bank/contracts/status-view';
import { useLanguage } from '@bank/i18n/language';
import { Card } from '@bank/ui/card';
import { Grid, Stack } from '@bank/ui/layout';
import { Example } from '../landing/hero';
import { StatusContent, StatusFrame } from '../status/status-content';
import { incident } from './incident';

const at = '2026-11-26T09:30:00Z';

/** A bank whose parts are in each state in turn, with an incident under way and one that is over. */
const disturbed: Status = {
  at,
  from: '2026-08-29',
  to: '2026-11-26',
  components: statusComponents.map((name, place) => ({
    name,
    state: componentStates[place % componentStates.length] ?? 'ok',
    days: [
      { day: '2026-10-14', state: 'disturbed' },
      { day: '2026-11-26', state: place % 2 === 0 ? 'disturbed' : 'down' },
    ],
  })),
  open: [incident(2, null)],
  past: [incident(1, '2026-10-14T11:05:00Z')],
};

const calm: Status = {
  ...disturbed,
  components: statusComponents.map((name) => ({ name, state: 'ok', days: [] })),
  open: [],
  past: [],
};

const states: readonly KnownStatus[] = [
  { status: calm },
  { status: disturbed },
  { status: null, lost: { since: at } },
];

/** The picture of the first page, and the bank's public state: all well, disturbed, and not to be reached. */
export function LandingStory() {
  const language = useLanguage();
  return (
    <Stack gap={24}>
      <Example />
      <Grid columns="wide" gap={16} align="start">
        {states.map((known, place) => (
          <Card key={place}>
            <StatusFrame>
              <StatusContent view={statusView(known, language)} />
            </StatusFrame>
          </Card>
        ))}
      </Grid>
    </Stack>
  );
}
