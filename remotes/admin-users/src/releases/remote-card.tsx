import type { ReleaseList } from '@bank/contracts/releases';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster } from '@bank/ui/layout';
import { useOtherColumns, useShownColumns } from './release-columns';
import { canaryOf, inactiveReleases, activeReleases, rollbackTarget } from './release-rules';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';
import type { ReleaseDialog } from './use-release-dialog';

interface RemoteCardProps {
  remote: ReleaseList['remotes'][number];
  dialog: ReleaseDialog;
}

export function RemoteCard({ remote: { name, releases }, dialog }: RemoteCardProps) {
  const { t } = useReleaseTexts();
  const shown = useShownColumns(canaryOf(releases));
  const other = useOtherColumns();
  const others = inactiveReleases(releases);
  const rowKey = ({ id }: { id: number }) => id;
  return (
    <Card
      title={<span translate="no">{name}</span>}
      actions={<Actions releases={releases} dialog={dialog} />}
    >
      <DataTable
        dense
        wide
        caption={t('release.shown_caption', { remote: name })}
        columns={shown}
        rows={activeReleases(releases)}
        rowKey={rowKey}
        empty={
          <EmptyState
            icon="rocket"
            title={t('release.nothing_shown')}
            message={t('release.nothing_shown_message')}
          />
        }
      />
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{t('release.earlier', { count: others.length })}</summary>
          <DataTable
            dense
            wide
            caption={t('release.earlier_caption', { remote: name })}
            columns={other}
            rows={others}
            rowKey={rowKey}
          />
        </details>
      )}
    </Card>
  );
}

function Actions({
  releases,
  dialog,
}: Pick<RemoteCardProps['remote'], 'releases'> & { dialog: ReleaseDialog }) {
  const { t } = useReleaseTexts();
  const canary = canaryOf(releases);
  const next = rollbackTarget(releases);
  return (
    <Cluster gap={8}>
      {canary && (
        <Button
          size="small"
          aria-label={t('promote.label', { remote: canary.remote })}
          onClick={() => dialog.open('promote', canary)}
        >
          {t('promote.action')}
        </Button>
      )}
      {next && (
        <Button
          size="small"
          variant="secondary"
          aria-label={t('rollback.label', { remote: next.remote })}
          onClick={() => dialog.open('rollback', next)}
        >
          {t('rollback.action')}
        </Button>
      )}
    </Cluster>
  );
}
