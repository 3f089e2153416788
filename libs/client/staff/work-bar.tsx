// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useEffect, useRef, useState } from 'react';
import type { SliceOutcome } from '@bank/contracts/slices';
import type { WorkKind } from '@bank/contracts/work';
import { useReworded } from '@bank/i18n/texts';
import { Button } from '@bank/ui/button';
import type { IconName } from '@bank/ui/icon';
import { Cluster } from '@bank/ui/layout';
import { type BulkResult, useBulk } from './bulk';
import type { Selection } from './selection';
import { ChooseAll } from './selection-bar';
import { useUndo } from './undo';
import { useTakingEach } from './work';
import styles from './work-bar.module.css';
import { useWorkTexts } from './work-texts';

/** Acts on a slice of rows. */
type Act<Of> = (rows: readonly Of[], idempotencyKey: string) => Promise<SliceOutcome>;

/** An action for the selected rows, and its undo for those that it changed. */
export interface WorkAction<Of> {
  key: string;
  label: string;
  icon: IconName;
  act: Act<Of>;
  undo: Act<Of>;
}

/** Taking work and giving it back. @param take takes rows, or gives them back when false */
export function useTakeActions<Of>(
  take: (rows: readonly Of[], taken: boolean, idempotencyKey: string) => Promise<SliceOutcome>,
): WorkAction<Of>[] {
  const { t } = useWorkTexts();
  const action = (key: 'take' | 'put_back'): WorkAction<Of> => ({
    key,
    label: t(key),
    icon: 'user',
    act: (rows, idempotencyKey) => take(rows, key === 'take', idempotencyKey),
    undo: (rows, idempotencyKey) => take(rows, key !== 'take', idempotencyKey),
  });
  return [action('take'), action('put_back')];
}

/** The same for what `useTaking` takes. */
export function useWorkActions<Of extends { id: number }>(kind: WorkKind): WorkAction<Of>[] {
  return useTakeActions<Of>(useTakingEach(kind));
}

interface WorkBarProps<Of extends { id: number }> {
  selection: Selection<Of>;
  /** The rows are on their way and the reader may act on them: the room of the bar is kept. */
  waiting?: boolean;
  /** How many rows match the filters, on every page. */
  total: number;
  nameOf: (row: Of) => string;
  actions: WorkAction<Of>[];
  /** After something was done or undone. */
  onChange: () => Promise<unknown>;
}

interface Started<Of> {
  label: string;
  act: Act<Of>;
  rows: readonly Of[];
  /** Of something that is undone itself: nothing. */
  undo?: Act<Of>;
}

/**
 * Chooses rows of a list, up to all that match, and does the same with each of them; it can be undone for ten seconds. What
 * runs, also when it is undone, shows its progress and can be stopped.
 */
export function WorkBar<Of extends { id: number }>(props: WorkBarProps<Of>) {
  const { selection, waiting = false, total, nameOf, actions, onChange } = props;
  const { t } = useWorkTexts();
  const { selected } = selection;
  const [started, setStarted] = useState<Started<Of> & { nth: number }>();
  const [isRunning, setRunning] = useState(false);
  const { offer, bar } = useUndo();
  const start = (next: Started<Of>) => setStarted((before) => ({ ...next, nth: (before?.nth ?? 0) + 1 }));
  const onEnd = async (changed: readonly Of[], { undo: act }: Started<Of>) => {
    if (act && changed.length > 0) {
      offer(t('bulk_done', { count: changed.length }), () => start({ label: t('undo'), act, rows: changed }));
    }
    await onChange();
  };
  if (!selection.canSelect && !started && !waiting) return null;
  return (
    <div className={styles.bar}>
      <ChooseAll selection={selection} total={total} />
      {selected.length > 0 && (
        <Cluster gap="8-12" align="center" role="group" aria-label={t('selection')}>
          <span>{t('selected', { count: selected.length })}</span>
          {actions.map((action) => (
            <Button
              key={action.key}
              size="small"
              variant="secondary"
              icon={action.icon}
              aria-disabled={isRunning}
              onClick={() => {
                if (isRunning) return;
                const { label, act, undo } = action;
                start({ label, act, undo, rows: selected });
                selection.chooseAll(false);
              }}
            >
              {action.label}
            </Button>
          ))}
        </Cluster>
      )}
      {started && (
        <Run
          key={started.nth}
          {...started}
          nameOf={nameOf}
          onRunning={setRunning}
          onEnd={(changed) => onEnd(changed, started)}
        />
      )}
      {!isRunning && bar}
    </div>
  );
}

/** The rows that a run changed, as they are after it. */
function changedOf<Of extends { id: number }>(
  rows: readonly Of[],
  results: ReadonlyMap<number, BulkResult>,
): Of[] {
  const done = rows.filter(({ id }) => results.get(id)?.outcome === 'done');
  return done.map((row) => {
    const version = results.get(row.id)?.version;
    return version === undefined ? row : { ...row, version };
  });
}

interface RunProps<Of> extends Omit<Started<Of>, 'undo'> {
  nameOf: (row: Of) => string;
  onRunning: (isRunning: boolean) => void;
  onEnd: (changed: readonly Of[]) => Promise<unknown>;
}

/** Does something with rows slice by slice, begins at once, and lists those that failed. */
function Run<Of extends { id: number }>({ label, act, rows, nameOf, onRunning, onEnd }: RunProps<Of>) {
  const { t } = useWorkTexts();
  const { results, left, isRunning, run, stop } = useBulk({
    rows,
    act,
    texts: { failed: t('take_failed') },
    onEnd: (all) => onEnd(changedOf(rows, all)),
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void run();
  });
  useEffect(() => onRunning(isRunning), [isRunning, onRunning]);
  const done = rows.length - left.length;
  const failed = rows.filter(({ id }) => results.get(id)?.message !== undefined);
  return (
    <div className={styles.outcome}>
      <p role="status">{t('bulk_progress', { action: label, done, count: rows.length })}</p>
      {isRunning && <progress aria-label={label} max={rows.length} value={done} />}
      {failed.length > 0 && (
        <ul className={styles.list}>
          {failed.map((row) => (
            <FailedLine key={row.id} name={nameOf(row)} message={results.get(row.id)?.message} />
          ))}
        </ul>
      )}
      {isRunning && (
        <Button size="small" variant="secondary" onClick={stop}>
          {t('bulk_stop')}
        </Button>
      )}
      {!isRunning && left.length > 0 && results.size > 0 && (
        <Button size="small" variant="secondary" onClick={() => void run()}>
          {t('bulk_rest', { count: left.length })}
        </Button>
      )}
    </div>
  );
}

function FailedLine({ name, message }: { name: string; message: string | undefined }) {
  const { t } = useWorkTexts();
  const reason = useReworded(message);
  return <li>{t('bulk_line', { name, message: reason ?? '' })}</li>;
}
