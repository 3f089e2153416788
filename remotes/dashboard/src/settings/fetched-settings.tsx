import type { ReactNode } from 'react';
import { isOffline } from '@bank/client/call-failure';
import { QueryBoundary, type QueryState } from '@bank/client/query-boundary';
import { useSettingsTexts } from './texts';

interface FetchedSettingsProps<Data> {
  query: QueryState<Data>;
  /** How many rows the content takes, about. */
  rows: number;
  /** The title of a failure. */
  failed: string;
  failedMessage?: string;
  children: (data: Data) => ReactNode;
}

export function FetchedSettings<Data>({ failed, failedMessage, ...props }: FetchedSettingsProps<Data>) {
  const { t } = useSettingsTexts();
  return (
    <QueryBoundary
      {...props}
      failed={isOffline(props.query.error) ? t('settings.failed_network') : failed}
      message={failedMessage ?? t('settings.failed_message')}
    />
  );
}
