import { useRef } from 'react';
import type { CardChallenge, CardChallengeList } from '@bank/contracts/card-challenges';
import { useCardChallenges } from '@bank/client/account-queries';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import type { Tone } from '@bank/ui/tone';
import { Challenge } from './challenge';
import styles from './challenges.module.css';
import { useChallengeTexts } from './texts';
import { useClock } from './use-clock';

/** The online payments that wait until their holder confirms or refuses them (3-D Secure). */
export function ChallengesPage() {
  const { t } = useChallengeTexts();
  const query = useCardChallenges();
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('lead')} />
      <QueryBoundary query={query} rows={4} failed={t('failed')} message={t('failed_message')}>
        {(list) => <Challenges list={list} />}
      </QueryBoundary>
    </Page>
  );
}

function Challenges({ list: { challenges, over } }: { list: CardChallengeList }) {
  const { t } = useChallengeTexts();
  const now = useClock();
  const open = challenges.filter(({ expires_at }) => Date.parse(expires_at) > now);
  // Those whose time ran out while they were on the screen, before the next fetch.
  const ended = challenges
    .filter((each) => !open.includes(each))
    .map((each) => ({ ...each, state: 'expired' as const }));
  const past = [...ended, ...over];
  const region = useRef<HTMLDivElement>(null);
  return (
    <Stack ref={region} tabIndex={-1} gap={24}>
      {open.length === 0 && (
        <EmptyState icon="shield-check" title={t('empty')} message={t('empty_message')} />
      )}
      <Stack as="ul" gap={24} aria-label={t('title')}>
        {open.map((challenge) => (
          <Challenge
            key={challenge.id}
            challenge={challenge}
            now={now}
            onAnswered={() => region.current?.focus()}
          />
        ))}
      </Stack>
      {past.length > 0 && (
        <section aria-label={t('past')}>
          <h2 className={styles.title}>{t('past')}</h2>
          <ul className={styles.list}>
            {past.map((challenge) => (
              <Past key={challenge.id} challenge={challenge} />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

const tones: Record<CardChallenge['state'], Tone> = {
  asked: 'info',
  approved: 'success',
  refused: 'neutral',
  expired: 'warning',
};

function Past({
  challenge: { merchant, amount, currency, created_at, state },
}: {
  challenge: CardChallenge;
}) {
  const { t } = useChallengeTexts();
  const format = useFormat();
  return (
    <li className={styles.past}>
      <span>
        <strong>{merchant}</strong>, {format.amount(amount, currency)}, {format.time(created_at)}
      </span>
      <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      {state === 'expired' && <p className={styles.note}>{t('expired_note')}</p>}
    </li>
  );
}
