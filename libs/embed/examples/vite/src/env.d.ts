interface ImportMetaEnv {
  /** The origin of the bank's widgets. */
  readonly VITE_BANK_ORIGIN: string;
  /** Your publishable key. */
  readonly VITE_BANK_KEY: string;
}
