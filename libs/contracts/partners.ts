import { z } from 'zod';
import { newPassword } from './auth';
import { idParameter, pageQuery, pagination } from './pagination';
import {
  applicationReference,
  partnerModes,
  type PartnerMode,
  testOutcomes,
  type TestOutcome,
} from './partner-applications';
import { releaseVersion, remoteManifest } from './remotes';
import { day, moment } from './time';
import { profileFields } from './users';
import { defaulting, optional, optionalText, rule, searchText, text } from './validation';
import { themeProblems, themeTokenNames, themeTokens, type WidgetTheme } from './widget-theme';

/** The widgets for partner pages: those of `loader.js`, then those of `tools.js`. */
export const widgets = ['chat', 'signup', 'exchange', 'pay', 'application-status'] as const;
export type Widget = (typeof widgets)[number];

/** Whether a widget is defined by `tools.js`. */
export const isTool = (widget: Widget): boolean => widget !== 'chat' && widget !== 'signup';

export const partnerStatuses = ['active', 'inactive'] as const;

/** The maximum numbers of origins of a partner, and of active keys in each mode. */
export const partnerLimits = { origins: 20, keys: 5 } as const;

/** The number of days in a partner's figures, today included. */
export const partnerFigureDays = 30;

const loopback = /^http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;
const secure = /^https:\/\/([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/;

/** The origin of a partner's pages exactly as browsers send it: https, or http on the developer's own machine. */
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

/**
 * A public key in a partner's pages: it identifies the partner and grants no access by itself. With a key `pk_test_…` nothing
 * real comes into being; the demonstration's key is a live one.
 */
export const publishableKey = z
  .string()
  .regex(/^pk_(live|demo|test)_[A-Za-z0-9_-]{16,40}$/, rule('NOT_VALID'));

/** The mode of a publishable or secret key. */
export const modeOfKey = (key: string): PartnerMode => (/^[ps]k_test_/.test(key) ? 'test' : 'live');

const token = z.string().trim().toLowerCase();

/** The tokens that a partner sets, each in its format, with enough contrast between texts and backgrounds. */
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

/** A partner in the list, with the openings and sign-ups of the last `partnerFigureDays`. */
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

/** A published `loader.js` or `tools.js`, which a page may pin. */
export const pinnedLoader = z.object({ version: z.string(), integrity: z.string() });
export type PinnedLoader = z.infer<typeof pinnedLoader>;

/** One partner, with its keys, newest first, and its theme. */
export const partner = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(partnerStatuses),
    origins: z.array(z.string()),
    theme: z.record(z.string(), z.string()),
    keys: z.array(partnerKey),
    created_at: moment,
    /** The origin of the loader and the frames, for the snippet and the policy of the partner's pages. */
    embed_origin: z.string(),
    loader: pinnedLoader,
    tools: pinnedLoader,
  })
  .meta({ id: 'Partner' });
export type Partner = Omit<z.infer<typeof partner>, 'theme'> & { theme: Partial<WidgetTheme> };

export const partnerListQuery = z.strictObject({
  ...pageQuery(20),
  search: optional(searchText(120)),
  status: defaulting(z.enum(['all', ...partnerStatuses]), 'all'),
});
export type PartnerListQuery = z.infer<typeof partnerListQuery>;

export const partnerList = z.object({ partners: z.array(partnerSummary), pagination });
export type PartnerList = z.infer<typeof partnerList>;

const unique = (origins: string[]) => [...new Set(origins)];

/** The fields of a partner that administrators edit. */
export const savePartnerRequest = z.object({
  name: text(120),
  origins: z.array(partnerOrigin).max(partnerLimits.origins).transform(unique),
  theme: partnerTheme.default({}),
});
export type SavePartnerRequest = z.infer<typeof savePartnerRequest>;

/** The parts of a partner, each edited by one form. */
export const partnerParts = ['identity', 'theme'] as const;

/**
 * With a part, the fields of the other one stay as they are stored. Older servers replace all of them. `seen` is what a form
 * began with: what a colleague has saved since is not replaced unread.
 */
export const changePartnerRequest = savePartnerRequest.extend({
  part: z.enum(partnerParts).optional(),
  seen: partner.pick({ name: true, origins: true, theme: true }).optional(),
});
export type ChangePartnerRequest = z.infer<typeof changePartnerRequest>;

/** Without a mode, a live key. */
export const newPartnerKeyRequest = z.object({ mode: defaulting(z.enum(partnerModes), 'live') }).prefault({});
export type NewPartnerKeyRequest = z.infer<typeof newPartnerKeyRequest>;

export const partnerStatusRequest = z.object({ status: z.enum(partnerStatuses) });
export type PartnerStatusRequest = z.infer<typeof partnerStatusRequest>;

/** A path's `{id}` and `{keyId}`. */
export const partnerKeyParameters = idParameter.extend({ keyId: idParameter.shape.id });

const partnerCounts = z.object({
  chat_opens: z.int(),
  signup_opens: z.int(),
  /** Of the widgets of `tools.js`. */
  tool_opens: z.int(),
  signups: z.int(),
});
export type PartnerCounts = z.infer<typeof partnerCounts>;

/** A partner's figures by Paris day, oldest first, and the sums of as many days before. */
export const partnerFigures = z
  .object({ days: z.array(partnerCounts.extend({ day })), before: partnerCounts })
  .meta({ id: 'PartnerFigures' });
export type PartnerFigures = z.infer<typeof partnerFigures>;

/** The fields of every call of a frame: the key of the embedding page, and the token from the frame's document. */
export const frameCall = { partner: publishableKey, token: text(200) };

/** Reports that a person opened the widget of a frame, of the release that its document names. */
export const embedOpenRequest = z.object({
  ...frameCall,
  widget: z.enum(widgets),
  release: z.object({ remote: remoteManifest.shape.name, version: releaseVersion }).optional(),
});
export type EmbedOpenRequest = z.infer<typeof embedOpenRequest>;

/** Asks for the state of an application whose id the page has. */
export const embedStatusRequest = z.object({ ...frameCall, application_id: z.uuid() });
export type EmbedStatusRequest = z.infer<typeof embedStatusRequest>;

const { username, ...contactFields } = profileFields;

/**
 * The fields of the sign-up form in the frame; all others, the password above all, are asked on the bank's own page.
 */
export const applicant = z.object(contactFields);
export type Applicant = z.infer<typeof applicant>;

export const embedSignupRequest = applicant.extend({
  ...frameCall,
  /** The partner's own name for the application, if its page gave one. */
  reference: applicationReference.optional(),
});
export type EmbedSignupRequest = z.infer<typeof embedSignupRequest>;

/**
 * The same whether or not the e-mail is a customer's. The frame posts `code` to `continue_url` in a new tab; the code
 * is valid once, for 60 seconds, and from a frame of the bank only. In the test mode there is no code: nothing continues at
 * the bank, and `test_outcome` is what was played.
 */
export const embedSignup = z
  .object({
    application_id: z.uuid(),
    continue_url: z.string(),
    code: z.string(),
    test_outcome: z.enum(Object.keys(testOutcomes) as [TestOutcome, ...TestOutcome[]]).optional(),
  })
  .meta({ id: 'EmbedSignup' });
export type EmbedSignup = z.infer<typeof embedSignup>;

/** An application that awaits its password, in the browser that sent it. */
export const pendingSignup = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** The name of the partner whose page it came from. */
    partner: z.string(),
    expires_at: moment,
  })
  .meta({ id: 'PendingSignup' });
export type PendingSignup = z.infer<typeof pendingSignup>;

/**
 * The fields that complete an application, which the browser's cookie identifies. `email` is the one that the page showed: another
 * tab may have brought the browser another person's application meanwhile.
 */
export const continueRequest = z.object({ username, password: newPassword, email: optionalText(254) });
export type ContinueRequest = z.infer<typeof continueRequest>;
