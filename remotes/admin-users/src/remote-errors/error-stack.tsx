import { useState } from 'react';
import type { StackFrame } from '@bank/contracts/remote-errors';
import { CheckboxField } from '@bank/ui/checkbox-field';
import styles from './remote-errors.module.css';
import { useRemoteErrorTexts } from './texts';

/** The calls of a stack, the innermost first; those of packages and libraries only when asked for. */
export function ErrorStack({ frames }: { frames: StackFrame[] }) {
  const { t } = useRemoteErrorTexts();
  const [showsAll, setShowsAll] = useState(false);
  if (frames.length === 0) return <p className={styles.note}>{t('stack.empty')}</p>;
  const own = frames.filter((frame) => frame.is_own);
  const others = own.length === 0 ? 0 : frames.length - own.length;
  const shown = showsAll || own.length === 0 ? frames : own;
  return (
    <div className={styles.stack}>
      <ol className={styles.frames} translate="no">
        {shown.map((frame, at) => (
          <li key={at} className={frame.is_own ? styles.own : undefined}>
            <span className={styles.code}>
              {frame.file}:{frame.line}:{frame.column}
            </span>
            {frame.name && <span className={styles.code}>{frame.name}</span>}
          </li>
        ))}
      </ol>
      {frames.every((frame) => !frame.is_source) && <p className={styles.note}>{t('stack.no_map')}</p>}
      {others > 0 && (
        <CheckboxField
          label={t('stack.others', { count: others })}
          checked={showsAll}
          onChange={({ target }) => setShowsAll(target.checked)}
        />
      )}
    </div>
  );
}
