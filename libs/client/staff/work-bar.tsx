// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useEffect, useRef, useState } from 'react';
import type { WorkKind } from '@bank/contracts/work';
import { Button } from '@bank/ui/button';
import type { IconName } from '@bank/ui/icon';
import { Cluster } from '@bank/ui/layout';
import { useBulk, whenAllowed } from './bulk';
import type { Selection } from './selection';
import { ChooseAll } from './selection-bar';
import { useUndo } from './undo';
import { useTaking } from './work';
import styles from './work-bar.module.css';
import { useWorkTexts } from './work-texts';

type Undo = () => Promise<unknown>;

/** What can be done with each row that is chosen. */
export interface WorkAction<Of> {
  key: string;
  label: string;
  icon: IconName;
  /** Does it, and returns how it is undone. */
  act: (row: Of, idempotencyKey: string) => Promise<Undo>;
}

/** Taking work and giving it back. @param take takes a row, or gives it back when false, and returns how that is undone */
export function useTakeActions<Of>(
  take: (row: Of, taken: boolean, idempotencyKey: string) => Promise<Undo>,
): WorkAction<Of>[] {
  const { t } = useWorkTexts();
  const action = (key: 'take' | 'put_back') => ({
    ...{ key, label: t(key), icon: 'user' as const },
    act: (row: Of, idempotencyKey: string) => take(row, key === 'take', idempotencyKey),
  });
  return [action('take'), action('put_back')];
}

/** The same for what `useTaking` takes. */
export function useWorkActions<Of extends { id: number }>(kind: WorkKind): WorkAction<Of>[] {
  const take = useTaking(kind);
  return useTakeActions<Of>(async ({ id }, taken) => {
    await take(id, taken);
    return () => take(id, !taken);
  });
}

interface WorkBarProps<Of extends { id: number }> {
  selection: Selection<Of>;
  /** How many rows match the filters, on every page. */
  total: number;
  nameOf: (row: Of) => string;
  actions: WorkAction<Of>[];
  /** After something was done or undone. */
  onChange: () => Promise<unknown>;
}

/** Chooses rows of a list, up to all that match, and does the same with each of them; it can be undone for ten seconds. */
export function WorkBar<Of extends { id: number }>(props: WorkBarProps<Of>) {
  const { selection, total, nameOf, actions, onChange } = props;
  const { t } = useWorkTexts();
  const { selected } = selection;
  const [started, setStarted] = useState<{ action: WorkAction<Of>; rows: readonly Of[]; nth: number }>();
  const { offer, bar } = useUndo();
  const onEnd = async (undos: readonly Undo[]) => {
    if (undos.length > 0) {
      offer(t('bulk_done', { count: undos.length }), async () => {
        const failures = await undoEach(undos);
        await onChange();
        if (failures.length > 0) throw failures[0];
      });
    }
    await onChange();
  };
  if (!selection.canSelect && !started) return null;
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
              onClick={() => {
                setStarted((before) => ({ action, rows: selected, nth: (before?.nth ?? 0) + 1 }));
                selection.chooseAll(false);
              }}
            >
              {action.label}
            </Button>
          ))}
        </Cluster>
      )}
      {started && <Run key={started.nth} {...started} nameOf={nameOf} onEnd={onEnd} />}
      {bar}
    </div>
  );
}

/** Undoes everything that can be, also after one of them fails; returns the failures. */
async function undoEach(undos: readonly Undo[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const undo of undos) await whenAllowed(undo).catch((error: unknown) => failures.push(error));
  return failures;
}

interface RunProps<Of> {
  action: WorkAction<Of>;
  rows: readonly Of[];
  nameOf: (row: Of) => string;
  onEnd: (undos: readonly Undo[]) => Promise<unknown>;
}

/** Does something with rows one by one, begins at once, and lists those that failed. */
function Run<Of extends { id: number }>({ action, rows, nameOf, onEnd }: RunProps<Of>) {
  const { t } = useWorkTexts();
  const undos = useRef(new Map<number, Undo>());
  const { results, left, isRunning, run, stop } = useBulk({
    rows,
    act: async (row, key) => undos.current.set(row.id, await action.act(row, key)),
    texts: { failed: t('take_failed') },
    onEnd: () => onEnd([...undos.current.values()]),
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void run();
  });
  const failed = rows.filter(({ id }) => (results.get(id)?.outcome ?? 'done') !== 'done');
  return (
    <div className={styles.outcome}>
      <p role="status">
        {t('bulk_progress', { action: action.label, done: rows.length - left.length, count: rows.length })}
      </p>
      {failed.length > 0 && (
        <ul className={styles.list}>
          {failed.map((row) => (
            <li key={row.id}>
              {t('bulk_line', { name: nameOf(row), message: results.get(row.id)?.message ?? '' })}
            </li>
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
