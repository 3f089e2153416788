import { Cluster } from '@bank/ui/layout';
import { useLabelTexts } from '../labels/texts';
import styles from './category-filter.module.css';
import { categories } from './questions';
import { useFaqTexts } from './texts';

const filters = ['all', ...categories] as const;
export type Filter = (typeof filters)[number];

/** The filter in the address; `all` for an unknown one. */
export const filterOf = (wanted: string | null): Filter =>
  filters.find((filter) => filter === wanted) ?? 'all';

interface CategoryFilterProps {
  value: Filter;
  onChange: (filter: Filter) => void;
}

export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  const { t } = useLabelTexts();
  const { t: own } = useFaqTexts();
  return (
    <Cluster gap={8} role="group" aria-label={own('categories')}>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
        >
          {t(`category.${filter}`)}
        </button>
      ))}
    </Cluster>
  );
}
