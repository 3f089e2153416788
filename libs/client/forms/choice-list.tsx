import type { ReactNode } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { Link } from '@bank/client/router';
import { Icon, type IconName } from '@bank/ui/icon';
import styles from './choice-list.module.css';

export interface Choice {
  title: string;
  text?: ReactNode;
  icon: IconName;
  /** An address, or what happens at once. */
  go: string | (() => void);
}

/** The answers to a question: large, one under the other. */
export const ChoiceList = ({ choices }: { choices: readonly Choice[] }) => (
  <ul className={styles.choices}>
    {choices.map((choice) => (
      <li key={`${choice.title} ${typeof choice.text === 'string' ? choice.text : ''}`}>
        <Answer {...choice} />
      </li>
    ))}
  </ul>
);

function Answer({ title, text, icon, go }: Choice) {
  const content = (
    <>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <span className={styles.words}>
        <strong>{title}</strong>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      <Icon name="chevron-right" />
    </>
  );
  return typeof go === 'string' ? (
    <Link to={go} className={styles.choice}>
      {content}
    </Link>
  ) : (
    <button type="button" className={styles.choice} onClick={go}>
      {content}
    </button>
  );
}
