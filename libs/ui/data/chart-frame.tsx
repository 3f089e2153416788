import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { classNames } from '@bank/ui/class-names';
import styles from './chart-frame.module.css';

interface ChartFrameProps {
  /** The words of the upper, middle and lower line. */
  lines: readonly [string, string, string];
  /** How many points the drawing has, and whether each is a step wide or lies on a line from edge to edge. */
  count: number;
  kind: 'bars' | 'line';
  /** The label of the scrubber over the points. */
  label: string;
  /** The words of the point at a place. */
  wordsOf: (at: number) => string;
  /** The shown point, with `onMove`, where the page shows more of it elsewhere. Default: the frame's own, at first the last. */
  at?: number;
  onMove?: (at: number) => void;
  /** Names of the points, as wide as the drawing. */
  below?: ReactNode;
  children: ReactNode;
}

/** Three lines of scale behind a drawing; mouse, finger and arrow keys move over its points, which are read aloud. */
export function ChartFrame(props: ChartFrameProps) {
  const { lines, count, kind, label, wordsOf, below, children } = props;
  const [own, setOwn] = useState<number>();
  const at = Math.min(props.at ?? own ?? count - 1, count - 1);
  const setChosen = props.onMove ?? setOwn;
  const place = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const follow = ({ clientX, type, pointerType }: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    setChosen(placeAt((clientX - box.left) / box.width, count, kind));
    if (type === 'pointerdown' && pointerType === 'mouse') setTimeout(() => slider.current?.focus());
  };
  const mark = { '--at': at, '--count': kind === 'bars' ? count : Math.max(1, count - 1) } as CSSProperties;
  return (
    <div>
      <p className={styles.words} aria-hidden="true">
        {wordsOf(at)}
      </p>
      <div className={styles.frame}>
        <div className={styles.lines} aria-hidden="true">
          {lines.map((line, place) => (
            <span key={place}>{line}</span>
          ))}
        </div>
        <div ref={place} className={styles.ground} onPointerDown={follow} onPointerMove={follow}>
          <div className={classNames(styles.mark, styles[kind])} style={mark} />
          {children}
          <input
            ref={slider}
            className={styles.slider}
            type="range"
            aria-label={label}
            aria-valuetext={wordsOf(at)}
            min={0}
            max={count - 1}
            value={at}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        </div>
        {below && <div className={styles.below}>{below}</div>}
      </div>
    </div>
  );
}

/** The point at a share of the width, from 0 to 1. */
function placeAt(share: number, count: number, kind: ChartFrameProps['kind']): number {
  const at = kind === 'bars' ? Math.floor(share * count) : Math.round(share * (count - 1));
  return Math.min(count - 1, Math.max(0, at));
}

/** A round value at or above the highest, whose half is round as well: the upper line of a chart that begins at zero. */
export function roundTop(highest: number): number {
  if (highest <= 2) return 2;
  const unit = 10 ** Math.floor(Math.log10(highest));
  const steps = unit === 1 ? [4, 6, 8, 10] : [1, 2, 4, 6, 8, 10];
  return (steps.find((step) => step * unit >= highest) ?? 10) * unit;
}
