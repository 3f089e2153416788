import type { ReactNode } from 'react';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { QueryFallback, type QueryState } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';

export interface DetailPageProps<Data> {
  query: QueryState<Data>;
  /** The link back to the list. */
  back: { to: string; label: string };
  /** The heading while there are no data; the content brings its own. */
  title: string;
  /** The title of a failure. */
  failed: string;
  /** The meaning of a failure, or the remedy. */
  message?: string;
  /** The text without a retry if the server does not know the id. */
  missing: string;
  /** Displayed in place of the failure, for one that needs words of its own. */
  failure?: ReactNode;
  layout?: 'desk';
  /** See `Page`. */
  inOrder?: boolean;
  children: (data: Data) => ReactNode;
}

/** The page of one item of a list: the way back, then the item, or that it is loading, failed or missing. */
export function DetailPage<Data>(props: DetailPageProps<Data>) {
  const { query, back, title, failed, message, missing, failure, layout, inOrder, children } = props;
  return (
    <Page layout={layout} inOrder={inOrder}>
      <p>
        <Link to={back.to}>{back.label}</Link>
      </p>
      {query.data ? (
        children(query.data)
      ) : (
        <>
          <PageHeading title={title} />
          <Card>
            {failure || (
              <QueryFallback
                query={query}
                rows={6}
                failed={failed}
                message={message}
                missing={<ErrorState title={failed} message={missing} />}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}
