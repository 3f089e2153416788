import { z } from 'zod';
import { moment } from './time';
import { roles, staffRoles } from './permissions';
import { optional, plainText, rule, text } from './validation';

export const kycStatuses = ['pending', 'approved', 'rejected'] as const;
export const userStatuses = ['active', 'inactive'] as const;

/** An e-mail address in lower case, since addresses that differ only by case are the same. */
export const email = plainText(254)
  .toLowerCase()
  .pipe(z.email(rule('EMAIL')));

/** A username without accents or spaces, so that look-alike letters cannot imitate another user. */
export const username = plainText(40).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/, rule('USERNAME'));

/** A telephone number in any notation, at most the 15 digits of E.164. */
export const phone = plainText(30).regex(/^\+?[\d\s().-]{5,29}$/, rule('PHONE'));

/** Never an internet address: mails of the bank repeat the name, and mail programs make a link of it. */
export const personName = text(80).refine((name) => !/:\/\/|www\./i.test(name), rule('NOT_VALID'));

/** The user object of the wire contract: never a password or a hash. */
export const user = z
  .object({
    id: z.int(),
    email: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    role: z.enum(roles),
    /** Of an administrator. Absent from older servers. */
    staff_roles: z.array(z.enum(staffRoles)).optional(),
    /** The permissions of the signed-in administrator, by name. Of oneself only. */
    staff_permissions: z.object({ read: z.array(z.string()), change: z.array(z.string()) }).optional(),
    status: z.enum(userStatuses),
    kyc_status: z.enum(kycStatuses),
    kyc_submitted_at: moment.nullable(),
    created_at: moment,
    /** Whether the person proved that the address, and the number, is theirs. Absent from older servers. */
    email_verified: z.boolean().optional(),
    phone_verified: z.boolean().optional(),
    /** An administrator set the password: the user must first choose their own. */
    must_change_password: z.literal(true).optional(),
    /** An administrator signed in by one factor only: they must first add or use a second one. */
    second_factor_required: z.literal(true).optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** The sign-up form; the password's confirmation is not sent. */
export const profileFields = {
  email,
  username,
  first_name: personName,
  last_name: personName,
  phone: optional(phone),
};
