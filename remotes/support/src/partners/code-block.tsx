import { ScrollArea } from '@bank/ui/scroll-area';
import styles from './code-block.module.css';

export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <div className={styles.block}>
    <ScrollArea label={label}>
      <pre className={styles.code} translate="no">
        <code>{code}</code>
      </pre>
    </ScrollArea>
  </div>
);
