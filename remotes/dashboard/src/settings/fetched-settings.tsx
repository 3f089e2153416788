import type { ReactNode } from 'react';
import { isOffline } from '@bank/client/call-failure';
import { Fetched, type Fetchable } from '@bank/client/fetched';
import { useTexts } from '../texts';

interface FetchedSettingsProps<Data> {
  query: Fetchable<Data>;
  /** Rows that the content will take, about. */
  rows: number;
  /** What is said when it could not be fetched. */
  failed: string;
  failedMessage?: string;
  children: (data: Data) => ReactNode;
}

/** A part of the settings, which are fetched one by one. */
export function FetchedSettings<Data>({ failed, failedMessage, ...props }: FetchedSettingsProps<Data>) {
  const { t } = useTexts();
  return (
    <Fetched
      {...props}
      failed={isOffline(props.query.error) ? t('settings.failed_network') : failed}
      message={failedMessage ?? t('settings.failed_message')}
    />
  );
}
