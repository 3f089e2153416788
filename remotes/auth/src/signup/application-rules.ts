/** What an application from a partner's page must hold: the contract alone. */
export { applicant as applicationRules } from '@bank/contracts/partners';
