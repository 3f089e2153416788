import type { ComponentPropsWithRef, ElementType, ReactElement } from 'react';
import { classNames } from '../theme/class-names';
import styles from './layout.module.css';

type Tag = 'div' | 'fieldset' | 'figure' | 'form' | 'li' | 'nav' | 'section' | 'ul';

interface LayoutProps {
  /** A space token, or two of them: between rows, between columns. */
  gap?: 4 | 8 | 12 | 16 | 24 | 32 | '8-12' | '8-16' | '12-16';
  /** Across the direction of the layout. Default: `stretch`. */
  align?: 'start' | 'center' | 'end';
  className?: string;
}

/** A layout renders a `div`, or the element named by `as`, and passes every other property on to it. */
type Layout<Own = unknown> = <T extends Tag = 'div'>(
  props: LayoutProps & Own & { as?: T } & ComponentPropsWithRef<T>,
) => ReactElement;

interface BoxProps extends LayoutProps {
  layout: string | undefined;
  as?: ElementType;
}

const Box = ({ layout, as: Element = 'div', gap, align, className, ...rest }: BoxProps) => (
  <Element
    {...rest}
    className={classNames(layout, styles[`gap-${gap}`], align && styles[align], className)}
  />
);

/** Items below each other, as wide as the stack. */
export const Stack: Layout = ({ gap = 16, ...rest }: LayoutProps) => (
  <Box layout={styles.stack} gap={gap} {...rest} />
);

/** Items beside each other that wrap onto further rows. */
export const Cluster: Layout = ({ gap = 12, ...rest }: LayoutProps) => (
  <Box layout={styles.cluster} gap={gap} {...rest} />
);

interface GridProps {
  /** The least width of a column: 9.5, 14 or 20rem. */
  columns?: 'narrow' | 'medium' | 'wide';
}

/** As many equal columns as fit. */
export const Grid: Layout<GridProps> = ({
  columns = 'narrow',
  gap = '12-16',
  ...rest
}: LayoutProps & GridProps) => <Box layout={classNames(styles.grid, styles[columns])} gap={gap} {...rest} />;
