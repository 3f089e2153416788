import Banknote from 'lucide/dist/esm/icons/banknote.mjs';
import Bus from 'lucide/dist/esm/icons/bus.mjs';
import HeartPulse from 'lucide/dist/esm/icons/heart-pulse.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import Plane from 'lucide/dist/esm/icons/plane.mjs';
import ShoppingBag from 'lucide/dist/esm/icons/shopping-bag.mjs';
import ShoppingBasket from 'lucide/dist/esm/icons/shopping-basket.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import Ticket from 'lucide/dist/esm/icons/ticket.mjs';
import Utensils from 'lucide/dist/esm/icons/utensils.mjs';
import Wrench from 'lucide/dist/esm/icons/wrench.mjs';
import { merchantCategoryName } from '@bank/contracts/merchant-category-names';
import type { MerchantCategory } from '@bank/contracts/merchants';
import { useLanguage } from '@bank/i18n/language';
import { Drawing, type Shapes } from '@bank/ui/drawing';
import styles from './category.module.css';

/** Of this remote alone: in the design system every page would load them. */
const drawings: Record<MerchantCategory, Shapes> = {
  groceries: ShoppingBasket,
  restaurants: Utensils,
  transport: Bus,
  travel: Plane,
  shopping: ShoppingBag,
  home: House,
  health: HeartPulse,
  leisure: Ticket,
  services: Wrench,
  cash: Banknote,
  other: Tag,
};

/** The kind of a merchant: its icon and its word. */
export function Category({ of: category }: { of: MerchantCategory }) {
  const language = useLanguage();
  return (
    <span className={styles.category}>
      <Drawing of={drawings[category]} size={16} />
      {merchantCategoryName(category, language)}
    </span>
  );
}
