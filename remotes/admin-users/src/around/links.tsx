import type { CaseRelations } from '@bank/contracts/case-relations';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { type Column, DataTable } from '@bank/ui/data-table';
import { Stack } from '@bank/ui/layout';
import { useCaseTexts } from '../cases/texts';
import { useRelations } from './around.api';
import { useAroundTexts } from './texts';

/** People who have something in common with the customer, and cases about the same things. */
export function Links({ id }: { id: number }) {
  const { t } = useAroundTexts();
  const query = useRelations(id);
  const people = usePeopleColumns();
  const cases = useCaseColumns();
  return (
    <QueryBoundary query={query} rows={4} failed={t('failed')}>
      {(found) => (
        <Stack gap={16}>
          {found.people.length === 0 ? (
            <p>{t('people_none')}</p>
          ) : (
            <DataTable
              dense
              caption={t('people')}
              columns={people}
              rows={found.people}
              rowKey={(person) => `${person.by} ${person.id} ${person.detail}`}
            />
          )}
          {found.cases.length === 0 ? (
            <p>{t('cases_none')}</p>
          ) : (
            <DataTable
              dense
              caption={t('cases')}
              columns={cases}
              rows={found.cases}
              rowKey={(each) => each.id}
            />
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}

function usePeopleColumns(): Column<CaseRelations['people'][number]>[] {
  const { t } = useAroundTexts();
  return [
    {
      key: 'person',
      header: t('person'),
      primary: true,
      cell: ({ name, id }) => (
        <Link to={`/users?${new URLSearchParams({ search: name })}`}>{name || `#${id}`}</Link>
      ),
    },
    { key: 'by', header: t('by'), cell: ({ by }) => t(`by.${by}`) },
    { key: 'detail', header: t('detail'), cell: ({ detail }) => detail },
  ];
}

function useCaseColumns(): Column<CaseRelations['cases'][number]>[] {
  const { t } = useAroundTexts();
  const { t: words } = useCaseTexts();
  return [
    {
      key: 'case',
      header: t('case'),
      primary: true,
      cell: ({ id, reference }) => <Link to={`/admin/cases/${id}`}>{reference}</Link>,
    },
    {
      key: 'kind',
      header: t('case_kind'),
      cell: ({ kind, topic }) => `${words(`kind.${kind}`)} · ${words(`topic.${topic}`)}`,
    },
    { key: 'state', header: t('case_state'), cell: ({ state }) => words(`filter_state.${state}`) },
  ];
}
