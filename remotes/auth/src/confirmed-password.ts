import { rule } from '@bank/contracts/validation';

interface Typed {
  password: string;
  confirmPassword: string;
}

export const samePassword = ({ password, confirmPassword }: Typed) => password === confirmPassword;

/** Compares the two passwords even while other fields are refused, so that one attempt shows every error. */
export const passwordsDiffer = {
  path: ['confirmPassword'],
  message: rule('PASSWORDS_DIFFER'),
  when: () => true,
};
