import Banknote from 'lucide-react/icons/banknote';
import Bus from 'lucide-react/icons/bus';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import House from 'lucide-react/icons/house';
import Plane from 'lucide-react/icons/plane';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import ShoppingBasket from 'lucide-react/icons/shopping-basket';
import Tag from 'lucide-react/icons/tag';
import Ticket from 'lucide-react/icons/ticket';
import Utensils from 'lucide-react/icons/utensils';
import Wrench from 'lucide-react/icons/wrench';
import type { ComponentType, SVGProps } from 'react';
import type { MerchantCategory } from '@bank/contracts/merchants';
import styles from './category.module.css';
import { usePurchaseTexts } from './texts';

/** Of this remote alone: in the design system every page would load them. */
const drawings: Record<MerchantCategory, ComponentType<SVGProps<SVGSVGElement>>> = {
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
  const { t } = usePurchaseTexts();
  const Drawn = drawings[category];
  return (
    <span className={styles.category}>
      <Drawn width={16} height={16} strokeWidth={1.75} aria-hidden="true" />
      {t(`category.${category}`)}
    </span>
  );
}
