import { useState } from 'react';
import type { ReleaseList } from '@bank/contracts/releases';
import { Card } from '@bank/ui/card';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { DataTable } from '@bank/ui/data-table';
import { useReleaseColumns } from './release-columns';
import { inactiveReleases, releaseRows } from './release-rules';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';
import type { ReleaseDialog } from './use-release-dialog';

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
        rows={remotes.flatMap(({ releases }) => releaseRows(releases, showsAll))}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
