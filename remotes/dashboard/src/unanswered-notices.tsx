import { useRef } from 'react';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster, Stack } from '@bank/ui/layout';
import styles from './unanswered-notices.module.css';
import { useUnanswered } from './use-money-intent';

interface UnansweredNoticesProps<Request> {
  /** As for `useMoneyIntent`. */
  draft: string;
  /** @param payee the payee's name, as far as it was known */
  wordsOf: (request: Request, payee: string | undefined) => string;
  /** The label of the button that ends a notice. */
  checked: string;
}

/** The notices about requests that may have moved money, each until the answer is known or the person has checked. */
export function UnansweredNotices<Request>({ draft, wordsOf, checked }: UnansweredNoticesProps<Request>) {
  const unanswered = useUnanswered<Request>(draft);
  const place = useRef<HTMLDivElement>(null);
  return (
    <Stack ref={place} tabIndex={-1} className={styles.notices}>
      {unanswered.map(({ key, request, payee, onChecked }) => (
        <Alert key={key}>
          <Stack gap={8}>
            <p>{wordsOf(request, payee)}</p>
            <Cluster>
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  onChecked();
                  // The button is removed.
                  place.current?.focus();
                }}
              >
                {checked}
              </Button>
            </Cluster>
          </Stack>
        </Alert>
      ))}
    </Stack>
  );
}
