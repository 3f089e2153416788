/** The settings that the back-office shows on one page: one chunk, since each costs the remote's entry about fifty bytes. */
export { ProfileSettings } from './profile-form';
export { SecuritySettings } from './security-settings';
