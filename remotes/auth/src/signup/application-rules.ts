/** A chunk of its own: the contract of an application from a partner's page. */
export { applicant as applicationRules } from '@bank/contracts/partners';
