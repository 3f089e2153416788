import { z } from 'zod';
import { newPassword } from './auth';
import { idParameter, pageQuery, pagination } from './pagination';
import { day, moment } from './time';
import { profileFields } from './users';
import { defaulting, optionalText, rule, text } from './validation';
import { themeProblems, themeTokenNames, themeTokens, type WidgetTheme } from './widget-theme';

/** What a partner's page may show. */
export const widgets = ['chat', 'signup'] as const;
export type Widget = (typeof widgets)[number];

export const partnerStatuses = ['active', 'inactive'] as const;

/** How many pages of other houses, and keys that are not revoked, a partner may have. */
export const partnerLimits = { origins: 20, keys: 5 } as const;

/** How many days the figures of a partner go back, today included. */
export const partnerFigureDays = 30;

const loopback = /^http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const secure = /^https:\/\/([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/;

/** Where a partner's pages are, to the letter as a browser says it: https, or http on the developer's own machine. */
export const partnerOrigin = text(200)
  .toLowerCase()
  .superRefine((value, context) => {
    if (value.includes('*')) context.addIssue(rule('ORIGIN_WILDCARD'));
    else if (!isOrigin(value)) context.addIssue(rule('ORIGIN'));
    else if (!secure.test(value) && !loopback.test(value)) context.addIssue(rule('ORIGIN_INSECURE'));
  });

/** Narrow on purpose: the value becomes a part of a content security policy. */
const isOrigin = (value: string) =>
  /^https?:\/\/[a-z0-9.:[\]-]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;

/** A key that pages of a partner carry in the open: it names the partner and opens nothing by itself. */
export const publishableKey = z.string().regex(/^pk_(live|demo)_[A-Za-z0-9_-]{16,40}$/, rule('NOT_VALID'));

const token = z.string().trim().toLowerCase();

/** The tokens that a partner sets, each in its format, texts readable on what they stand on. */
export const partnerTheme = z
  .strictObject(
    Object.fromEntries(themeTokenNames.map((name) => [name, token.optional()])) as Record<
      keyof typeof themeTokens,
      z.ZodOptional<typeof token>
    >,
  )
  .transform(
    (theme) =>
      Object.fromEntries(
        Object.entries(theme).filter(([, value]) => value !== undefined && value !== ''),
      ) as Partial<WidgetTheme>,
  )
  .superRefine((theme, context) => {
    for (const { token: name, problem } of themeProblems(theme)) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: rule(problem === 'format' ? 'THEME_FORMAT' : 'THEME_CONTRAST'),
      });
    }
  });

export const partnerKey = z
  .object({ id: z.int(), key: z.string(), created_at: moment, revoked_at: moment.nullable() })
  .meta({ id: 'PartnerKey' });
export type PartnerKey = z.infer<typeof partnerKey>;

/** A partner as the list shows it; opens and sign-ups of the last `partnerFigureDays`. */
export const partnerSummary = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(partnerStatuses),
    origins: z.array(z.string()),
    opens: z.int(),
    signups: z.int(),
    created_at: moment,
  })
  .meta({ id: 'PartnerSummary' });
export type PartnerSummary = z.infer<typeof partnerSummary>;

/** The published loader of the widgets, which a page may pin. */
export const pinnedLoader = z.object({ version: z.string(), integrity: z.string() });
export type PinnedLoader = z.infer<typeof pinnedLoader>;

/** One partner; keys newest first, and the theme as it was set. */
export const partner = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(partnerStatuses),
    origins: z.array(z.string()),
    theme: z.record(z.string(), z.string()),
    keys: z.array(partnerKey),
    created_at: moment,
    /** Where the loader and the frames come from, for the snippet and the policy of the partner's pages. */
    embed_origin: z.string(),
    loader: pinnedLoader,
  })
  .meta({ id: 'Partner' });
export type Partner = Omit<z.infer<typeof partner>, 'theme'> & { theme: Partial<WidgetTheme> };

export const partnerListQuery = z.strictObject({
  ...pageQuery(20),
  search: optionalText(120),
  status: defaulting(z.enum(['all', ...partnerStatuses]), 'all'),
});
export type PartnerListQuery = z.infer<typeof partnerListQuery>;

export const partnerList = z.object({ partners: z.array(partnerSummary), pagination });
export type PartnerList = z.infer<typeof partnerList>;

const unique = (origins: string[]) => [...new Set(origins)];

/** A partner as administrators write it. */
export const savePartnerRequest = z.object({
  name: text(120),
  origins: z.array(partnerOrigin).max(partnerLimits.origins).transform(unique),
  theme: partnerTheme.default({}),
});
export type SavePartnerRequest = z.infer<typeof savePartnerRequest>;

export const partnerStatusRequest = z.object({ status: z.enum(partnerStatuses) });
export type PartnerStatusRequest = z.infer<typeof partnerStatusRequest>;

/** A path's `{id}` and `{keyId}`. */
export const partnerKeyParameters = idParameter.extend({ keyId: idParameter.shape.id });

/** What happened on a partner's pages, by day of Paris, oldest first. */
export const partnerFigures = z
  .object({
    days: z.array(z.object({ day, chat_opens: z.int(), signup_opens: z.int(), signups: z.int() })),
  })
  .meta({ id: 'PartnerFigures' });
export type PartnerFigures = z.infer<typeof partnerFigures>;

/** What every call of a frame says: the key of the page that shows it, and the token that its document came with. */
const frameCall = { partner: publishableKey, token: text(200) };

/** A frame tells that a person opened its widget. */
export const embedOpenRequest = z.object({ ...frameCall, widget: z.enum(widgets) });
export type EmbedOpenRequest = z.infer<typeof embedOpenRequest>;

const { username, ...contactFields } = profileFields;

/** What the frame asks of a person; the rest, and the password above all, is asked on the bank's own page. */
export const applicant = z.object(contactFields);
export type Applicant = z.infer<typeof applicant>;

export const embedSignupRequest = applicant.extend(frameCall);
export type EmbedSignupRequest = z.infer<typeof embedSignupRequest>;

/**
 * The same whether or not the e-mail is a customer's. The frame posts `code` to `continue_url` in a tab of its own; it
 * works once, for 60 seconds, and from a frame of the bank only.
 */
export const embedSignup = z
  .object({ application_id: z.uuid(), continue_url: z.string(), code: z.string() })
  .meta({ id: 'EmbedSignup' });
export type EmbedSignup = z.infer<typeof embedSignup>;

/** An application that waits, in the browser that sent it, for its password. */
export const pendingSignup = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** The name of the partner on whose page it began. */
    partner: z.string(),
    expires_at: moment,
  })
  .meta({ id: 'PendingSignup' });
export type PendingSignup = z.infer<typeof pendingSignup>;

/** What completes an application; the browser's cookie says which. */
export const continueRequest = z.object({ username, password: newPassword });
export type ContinueRequest = z.infer<typeof continueRequest>;
