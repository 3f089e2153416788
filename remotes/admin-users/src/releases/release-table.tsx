import { useState } from 'react';
import type { Release, ReleaseList } from '@bank/contracts/releases';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { DataTable } from '@bank/ui/data-table';
import { useReleaseColumns } from './release-columns';
import { activeReleases, canaryOf, inactiveReleases, rollbackTarget } from './release-rules';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';
import type { ReleaseDialog } from './use-release-dialog';

/** A release as the table lists it. */
export interface ReleaseRow extends Release {
  /** The share of the module's canary, which a live release leaves to it. */
  trial: number;
  /** What can be done from this row. */
  actions: readonly ('promote' | 'rollback' | 'preview')[];
}

interface ReleaseTableProps {
  remotes: ReleaseList['remotes'];
  dialog: ReleaseDialog;
}

/** Every module's releases in one table: those that are shown to somebody and, when asked for, all others. */
export function ReleaseTable({ remotes, dialog }: ReleaseTableProps) {
  const { t } = useReleaseTexts();
  const [showsAll, setShowsAll] = useState(false);
  const others = remotes.flatMap(({ releases }) => inactiveReleases(releases)).length;
  return (
    <Card padding="none">
      {others > 0 && (
        <div className={styles.all}>
          <CheckboxField
            label={t('release.others', { count: others })}
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />
        </div>
      )}
      <DataTable
        dense
        wide
        caption={t('release.table')}
        columns={useReleaseColumns(dialog)}
        rows={remotes.flatMap(({ releases }) => rowsOf(releases, showsAll))}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

/** Of one module; without a release that is shown, what it has instead. */
function rowsOf(releases: Release[], showsAll: boolean): ReleaseRow[] {
  const active = activeReleases(releases);
  const others = inactiveReleases(releases);
  const target = rollbackTarget(releases);
  const trial = canaryOf(releases)?.share ?? 0;
  const listed = showsAll || active.length === 0 ? [...active, ...others] : active;
  return listed.map((release) => {
    if (others.includes(release)) return { ...release, trial, actions: release.is_kept ? ['preview'] : [] };
    const promotes = release.status === 'canary' ? (['promote'] as const) : [];
    return { ...release, trial, actions: release === target ? [...promotes, 'rollback'] : promotes };
  });
}
