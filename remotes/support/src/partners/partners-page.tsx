import { partnerListQuery } from '@bank/contracts/partners';
import { useFilters } from '@bank/client/use-filters';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { useMayChange } from './may-change';
import { NewPartner } from './new-partner';
import { filterNames, PartnerFilters } from './partner-filters';
import { PartnerTable } from './partner-table';
import { usePartners } from './partners.api';
import { usePartnerTexts } from './texts';

export function PartnersPage() {
  const { t: title } = useTexts();
  const { t } = usePartnerTexts();
  const filters = useFilters(partnerListQuery.shape, filterNames);
  const creating = useUrlDialog('create');
  const mayChange = useMayChange();
  const query = usePartners({ ...filters.values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading
        title={title('partners.title')}
        lead={t('list.lead')}
        actions={
          mayChange && (
            <Button icon="plus" onClick={creating.open}>
              {t('list.add')}
            </Button>
          )
        }
      />
      <PartnerFilters filters={filters} />
      <Card padding="none">
        <PartnerTable query={query} isFiltered={filters.isFiltered} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
      <NewPartner open={mayChange && creating.isOpen} onClose={creating.close} />
    </Page>
  );
}
