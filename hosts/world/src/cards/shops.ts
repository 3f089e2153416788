/** A shop or machine where cards are used, named as the network carries it. */
interface Shop {
  id: string;
  name: string;
  city: string;
  country: string;
  /** The category code of ISO 18245. */
  category: string;
  currency: string;
  /** How it reads cards: typed online, contactless, by chip. */
  mode: 'ECOM' | 'CTLS' | 'CICC';
  isCash?: boolean;
}

/** Made-up shops; their categories and countries vary for tests of the customer's screens. */
export const shops: readonly Shop[] = [
  shop('BOULANG01', 'SQ *BOULANGERIE DU VIEUX-PORT 0042', 'Port-Élise', 'FR', '5462', 'EUR', 'CTLS'),
  shop('MARCHE02', 'MARCHE DES HALLES  PORT-ELISE', 'Port-Élise', 'FR', '5411', 'EUR', 'CICC'),
  shop('BISTRO03', 'SUMUP *LE BISTRO DE LA GARE', 'Lyon', 'FR', '5812', 'EUR', 'CICC'),
  shop('LIVRES04', 'LIVRES-ET-PAGES.FR', 'Paris', 'FR', '5942', 'EUR', 'ECOM'),
  shop('TRAINS05', 'TRAINS DU FLEUVE 118', 'Paris', 'FR', '4111', 'EUR', 'ECOM'),
  shop('HOTEL06', 'HOTEL BAHIA AZUL', 'Cádiz', 'ES', '7011', 'EUR', 'CICC'),
  shop('COFFEE07', 'TST* BRASS KETTLE COFFEE', 'Boston', 'US', '5814', 'USD', 'CTLS'),
  shop('GADGETS08', 'PAYPAL *FOGGYGADGETS', 'London', 'GB', '5732', 'GBP', 'ECOM'),
  shop('KISSA09', 'KISSATEN HARU 7', 'Kyoto', 'JP', '5814', 'JPY', 'CTLS'),
  { ...shop('ATM10', 'DAB PLACE DU MARCHE', 'Port-Élise', 'FR', '6011', 'EUR', 'CICC'), isCash: true },
  { ...shop('ATM11', 'CAJERO PUERTO 3', 'Cádiz', 'ES', '6011', 'EUR', 'CICC'), isCash: true },
];

function shop(
  ...[id, name, city, country, category, currency, mode]: [
    string,
    string,
    string,
    string,
    string,
    string,
    Shop['mode'],
  ]
): Shop {
  return { id, name, city, country, category, currency, mode };
}

/** @throws Error for an id that no shop has; requests are checked before. */
export function shopOf(id: string): Shop {
  const found = shops.find((each) => each.id === id);
  if (!found) throw new Error(`no shop ${id}`);
  return found;
}
