import { useId, type ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from '../theme/class-names';

export interface CardProps {
  /** Names the card, which then is a region that a screen reader can go to. */
  title?: ReactNode;
  titleLevel?: 2 | 3;
  /** Shown at the end of the title's line. */
  actions?: ReactNode;
  /** `none` lets a table or list reach the edges. */
  padding?: 'normal' | 'none';
  className?: string;
  /** The title's id. Needed in prerendered pages only, whose generated ids would differ from the browser's. */
  titleId?: string;
  children: ReactNode;
}

/** A surface on the paper. */
export function Card({
  title,
  titleLevel = 2,
  actions,
  padding = 'normal',
  className,
  titleId: givenId,
  children,
}: CardProps) {
  const generatedId = useId();
  const titleId = givenId ?? generatedId;
  const Container = title ? 'section' : 'div';
  const Title = `h${titleLevel}` as const;
  return (
    <Container
      className={classNames(styles.card, padding === 'none' && styles.flush, className)}
      aria-labelledby={title ? titleId : undefined}
    >
      {(title || actions) && (
        <div className={styles.header}>
          {title && (
            <Title className={styles.title} id={titleId}>
              {title}
            </Title>
          )}
          {actions}
        </div>
      )}
      {children}
    </Container>
  );
}
