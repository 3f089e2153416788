import '../../../tests/support/all-icons';
import { fireEvent, render, screen } from '@testing-library/react';
import { paginate } from '@bank/contracts/pagination';
import { DataTable, type Column } from './data-table';
import { EmptyState } from './empty-state';
import { ErrorState } from './error-state';
import { Pagination } from '../actions/pagination';

interface Row {
  id: number;
  name: string;
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Nom', cell: (row) => row.name, primary: true },
  { key: 'id', header: 'Numéro', cell: (row) => row.id, align: 'end' },
];
const table = { caption: 'Clients', columns, rowKey: (row: Row) => row.id };
const rows = [{ id: 2, name: 'Marie' }];

it('is a table with a caption, column headers and row headers', () => {
  render(<DataTable {...table} rows={rows} />);
  expect(screen.getByRole('table', { name: 'Clients' })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Numéro' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Marie' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '2' }).getAttribute('data-label')).toBe('Numéro');
});

it('shows the requested number of skeleton rows while loading', () => {
  const { container } = render(<DataTable {...table} rows={[]} loading loadingRows={3} empty="Rien" />);
  expect(container.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(screen.getByRole('status').textContent).toBe('Chargement...');
});

it('keeps its rows while others load', () => {
  render(<DataTable {...table} rows={rows} loading />);
  expect(screen.getByText('Marie')).toBeTruthy();
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
});

it('shows the empty state of an empty table', () => {
  render(<DataTable {...table} rows={[]} empty={<EmptyState title="Aucune transaction trouvée" />} />);
  expect(screen.getByText('Aucune transaction trouvée')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows a failure, with a retry', () => {
  const retry = jest.fn();
  render(
    <DataTable {...table} rows={rows} error={<ErrorState message="Erreur de connexion" onRetry={retry} />} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(retry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert').textContent).toContain('Erreur de connexion');
});

describe('pages', () => {
  const answer = (page: number, total: number) => paginate(page, 20, total);

  it('shows the current page and leads to the next', () => {
    const onPage = jest.fn();
    render(<Pagination answer={answer(3, 57)} page={3} onPage={onPage} />);
    expect(screen.getByText('page 3 sur 3')).toBeTruthy();
    expect(screen.getByText('affichage 41–57 sur 57')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Suivant' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Précédent' }));
    expect(onPage).toHaveBeenCalledWith(2);
  });

  it('groups the digits of large numbers', () => {
    const at = (page: number) => (
      <Pagination answer={answer(page, 41_164)} page={page} onPage={() => undefined} />
    );
    const { rerender } = render(at(1));
    rerender(at(1_203));
    expect(screen.getByText(/^page 1\s203 sur 2\s059$/)).toBeTruthy();
    expect(screen.getByText(/^affichage 24\s041–24\s060 sur 41\s164$/)).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(/^41\s164 résultats, page 1\s203$/);
  });

  it('shows nothing for a single page, and announces what a filter found', () => {
    const single = (total: number) => (
      <Pagination answer={answer(1, total)} page={1} onPage={() => undefined} />
    );
    const { container, rerender } = render(single(20));
    expect([container.textContent, screen.queryByRole('navigation')]).toEqual(['', null]);
    rerender(single(7));
    expect(screen.getByRole('status').textContent).toBe('7 résultats');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('announces the page that was turned to, and shows its number of pages once', () => {
    const turned = (page: number) => (
      <Pagination answer={answer(page, 57)} page={page} onPage={() => undefined} />
    );
    const { rerender } = render(turned(1));
    rerender(turned(2));
    expect(screen.getByRole('status').textContent).toBe('57 résultats, page 2');
    expect(screen.getAllByText(/page 2 sur 3/)).toHaveLength(1);
  });

  it('leads from beyond the last page to the last one, once that page is loaded', () => {
    const onPage = jest.fn();
    const { rerender } = render(<Pagination answer={answer(1, 57)} page={99} onPage={onPage} />);
    expect(onPage).not.toHaveBeenCalled();
    rerender(<Pagination answer={answer(99, 57)} page={99} onPage={onPage} />);
    expect(onPage).toHaveBeenCalledWith(3, { replace: true });
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
