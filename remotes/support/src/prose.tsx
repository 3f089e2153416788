import { Fragment } from 'react';
import styles from './prose.module.css';

/** Plain text of several lines: each line is a paragraph, lines that start with "- " are a list. */
export function Prose({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      {blocksOf(text).map((block, index) => (
        <Fragment key={index}>
          {typeof block === 'string' ? (
            <p>{block}</p>
          ) : (
            <ul>
              {block.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
    </div>
  );
}

const bullet = '- ';

function blocksOf(text: string) {
  const blocks: (string | string[])[] = [];
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (!line.startsWith(bullet)) blocks.push(line);
    else if (Array.isArray(last)) last.push(line.slice(bullet.length));
    else blocks.push([line.slice(bullet.length)]);
  }
  return blocks;
}
