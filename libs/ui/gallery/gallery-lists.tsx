import { useState } from 'react';
import { Amount } from '../data/amount';
import { Badge } from '../feedback/badge';
import { Button } from '../actions/button';
import { Card } from '../layout/card';
import { DataTable, type Column } from '../data/data-table';
import { EmptyState } from '../data/empty-state';
import { ErrorState } from '../data/error-state';
import { renderErrorStub } from '../feedback/error-stub';
import { Grid } from '../layout/layout';
import { Section } from './gallery-section';
import { Pagination } from '../actions/pagination';
import { Progress } from '../feedback/progress';
import { Loading, Skeleton } from '../feedback/skeleton';

interface Operation {
  id: number;
  date: string;
  label: string;
  amount: number;
}

const operations: Operation[] = [
  { id: 1, date: '21 nov. 2026', label: 'Salaire', amount: 1850 },
  { id: 2, date: '20 nov. 2026', label: 'Boulangerie Lefèvre', amount: -4.2 },
  { id: 3, date: '18 nov. 2026', label: 'Loyer de novembre', amount: -620 },
];

const columns: Column<Operation>[] = [
  { key: 'label', header: 'Libellé', cell: (row) => row.label, primary: true },
  { key: 'date', header: 'Date', cell: (row) => row.date },
  { key: 'status', header: 'Statut', cell: () => <Badge tone="success">Terminé</Badge> },
  {
    key: 'amount',
    header: 'Montant',
    cell: (row) => <Amount value={row.amount} tone="direction" />,
    align: 'end',
  },
];

/** Tables, full and waiting. */
export function Tables() {
  const [page, setPage] = useState(1);
  const table = { columns, rowKey: (row: Operation) => row.id };
  return (
    <Section title="Tableaux">
      <Card padding="none">
        <DataTable {...table} caption="Opérations" rows={operations} />
      </Card>
      <Pagination answer={{ page, pages: 3, total: 57, limit: 20 }} page={page} onPage={setPage} />
      <Card padding="none">
        <DataTable
          {...table}
          caption="Opérations en cours de chargement"
          rows={[]}
          loading
          loadingRows={3}
          dense
        />
      </Card>
    </Section>
  );
}

/** The states that replace a list. */
export function States() {
  return (
    <Section title="États">
      <Grid gap={16} columns="wide">
        <Card>
          <Loading>
            <Skeleton height="title" />
            <Skeleton lines={3} />
            <Skeleton height="figure" />
          </Loading>
        </Card>
        <Card>
          <EmptyState
            icon="credit-card"
            title="Vous n'avez pas encore de carte"
            message="Elle sera ici dès que vous l'aurez demandée."
            action={<Button icon="plus">Créer une carte</Button>}
          />
        </Card>
        <Card>
          <ErrorState message="Impossible de récupérer les transactions" onRetry={() => undefined} />
        </Card>
        <div ref={showStub} />
      </Grid>
      <Progress label="Envoi de passeport.pdf" value={0.4} />
    </Section>
  );
}

function showStub(element: HTMLDivElement | null) {
  if (!element) return;
  renderErrorStub(element, {
    title: 'Cette partie ne répond pas',
    message: 'Le reste de la page continue de fonctionner.',
    retryLabel: 'Réessayer',
    onRetry: () => undefined,
  });
}
