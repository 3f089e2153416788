/** Three pages in one file to load: each file of its own makes the entry of the remote larger. */
export { AccountPage } from '../account/account-page';
export { RatesPage } from '../rates/rates-page';
export { CurrenciesPage } from './currencies-page';
