import { ClosingCard } from './closing-card';
import { ExportCard } from './export-card';

/** What a person may ask about their own data: all of it, and the end of the relation. */
export function DataSettings() {
  return (
    <>
      <ExportCard />
      <ClosingCard />
    </>
  );
}
