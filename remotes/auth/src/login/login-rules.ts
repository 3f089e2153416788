// With the library of the rules, which the page does not need before the first form is sent: see load-rules.ts.
export { loginRequest } from '@bank/contracts/auth';

// The second step comes along: it is shown once the rules have judged the first.
export { CodeStep } from './code-step';
