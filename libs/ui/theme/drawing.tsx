import { createElement } from 'react';
import styles from './icon.module.css';

/** The shapes of an icon in a square of 24, each an SVG element and its attributes. */
export type Shapes = readonly (readonly [
  tag: string,
  attributes: Record<string, string | number | undefined>,
])[];

/** Keeps the names, and hides the package's own types, which declarations cannot name. */
export const drawingsByName = <Name extends string>(named: Record<Name, Shapes>) => named;

export interface DrawingProps {
  of: Shapes;
  /** Edge in pixels. */
  size?: 16 | 20 | 24;
}

/** An icon that is not in the design system, hidden from screen readers like `Icon`. */
export function Drawing({ of: shapes, size = 20 }: DrawingProps) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at }))}
    </svg>
  );
}
