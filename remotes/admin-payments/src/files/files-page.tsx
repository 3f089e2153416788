import { creditFileQuery } from '@bank/contracts/credit-files';
import { Link } from '@bank/client/router';
import { useFilters } from '@bank/client/use-filters';
import { useUrlDetails } from '@bank/client/use-url-details';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useMayDecide } from '../payments/use-may-decide';
import { FileDetail } from './file-detail';
import { FileTable } from './file-table';
import { useCreditFiles } from './files.api';
import { useFileTexts } from './texts';
import { UploadField } from './upload-field';

/** Files of incoming credits: their upload, their state, and the second administrator's decision. */
export function FilesPage() {
  const { t } = useFileTexts();
  const { page, goTo } = useFilters(creditFileQuery.shape, []);
  const query = useCreditFiles(page);
  const details = useUrlDetails('file');
  const mayUpload = useMayDecide();
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={
          <Link to="/admin/rail" className={buttonClass({ variant: 'secondary', size: 'small' })}>
            {t('back')}
          </Link>
        }
      />
      {mayUpload && <UploadField />}
      <Card padding="none">
        <FileTable query={query} />
      </Card>
      {pagination && <Pagination answer={pagination} page={page} onPage={goTo} />}
      {details.open !== undefined && (
        <FileDetail key={details.open} id={details.open} onClose={details.close} />
      )}
    </Page>
  );
}
