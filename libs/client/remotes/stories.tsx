import { useId } from 'react';
import type { PublishedRemote, PublishedSlot } from '@bank/contracts/remotes';
import { defineTexts } from '@bank/i18n/texts';
import { ErrorState } from '@bank/ui/error-state';
import { Stack } from '@bank/ui/layout';
import { Skeleton } from '@bank/ui/skeleton';
import en from '../locales/stories.en.json';
import fr from '../locales/stories.fr.json';
import { useClientTexts } from '../locales/texts';
import { useContributions } from './published';
import { RemoteView } from './remote-view';
import styles from './stories.module.css';

const useStoryTexts = defineTexts('client-stories', { fr, en });

/**
 * The stories of every remote of this site, whatever their audience: they show data of their own. A part of the gallery, whose
 * page gives them their width.
 */
export function Stories() {
  const { t } = useStoryTexts();
  const contributions = useContributions('ui.stories');
  const remotes = [...new Set(contributions.map(({ remote }) => remote))];
  return (
    <Stack gap={32}>
      <h2>{t('title')}</h2>
      {remotes.length === 0 && <p>{t('empty')}</p>}
      {remotes.map((remote) => (
        <StoriesOf
          key={remote.name}
          remote={remote}
          stories={contributions.filter((each) => each.remote === remote).map((each) => each.contribution)}
        />
      ))}
    </Stack>
  );
}

function StoriesOf({ remote, stories }: { remote: PublishedRemote; stories: PublishedSlot[] }) {
  const { t } = useStoryTexts();
  const { t: client } = useClientTexts();
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id}>
      {/* With the version, since a story may have a part of the remote's name. */}
      <div id={id}>
        <h3 translate="no">{remote.name}</h3>
        <p className={styles.version}>{t('version', { version: remote.version })}</p>
      </div>
      {stories.map(({ component }) => (
        <RemoteView
          key={component}
          remote={remote}
          kind="slots"
          name={component}
          loading={<Skeleton height="block" />}
          stub={(retry) => <ErrorState message={client('remote.failed_slot')} onRetry={retry} />}
        />
      ))}
    </Stack>
  );
}
