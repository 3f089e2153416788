import { type HostConfig } from '@bank/contracts/host-config';
import { phoneSlot } from '@bank/contracts/phone-line';
import { hostConfigElement } from '@bank/contracts/routes';

// What our modules read of a browser when they are loaded. Import it before them; for the build only.
const config: HostConfig = {
  site: 'shell',
  api_base: '/api',
  registry: { remotes: [], sequence: 0, signature: '' },
  registry_keys: [],
  local_remotes: [],
  origins: { shell: '' },
  support_phone: phoneSlot,
  session: { idle_seconds: 0, warning_seconds: 0, lifetime_seconds: 0 },
  demo_accounts: [],
  host_files: {},
};

const nothing = () => undefined;
const elements: Record<string, { textContent: string }> = {
  [hostConfigElement]: { textContent: JSON.stringify(config) },
};

Object.assign(globalThis, {
  window: globalThis,
  addEventListener: nothing,
  location: new URL('http://prerender.invalid/'),
  localStorage: { getItem: () => null },
  sessionStorage: { getItem: () => null },
  document: {
    cookie: '',
    documentElement: { lang: '', dataset: {} },
    getElementById: (id: string) => elements[id] ?? null,
    addEventListener: nothing,
    createElement: () => ({ setAttribute: nothing }),
  },
});
