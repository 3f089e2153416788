import { ClosingCard } from './closing-card';
import { ExportCard } from './export-card';

/** The person's rights about their own data: an export, and the end of the relation. */
export function DataSettings() {
  return (
    <>
      <ExportCard />
      <ClosingCard />
    </>
  );
}
