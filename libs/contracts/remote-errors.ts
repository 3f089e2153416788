import { z } from 'zod';
import { errorReportLimits } from './error-report-limits';
import { defaulting } from './validation';
import { idParameter, pageQuery, pagination } from './pagination';
import { releaseName, releaseVersion } from './remotes';
import { moment } from './time';

/** An error that a remote or a shell threw: while it was rendered, so that a notice took its place, or elsewhere. */
export const errorKinds = ['render', 'uncaught'] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The name of a remote, or the site of a shell. */
const remote = releaseName;

/** How many days an error is kept after it was last seen. */
export const errorKeptDays = 90;

/** The body of `POST /api/remotes/errors`: what went wrong in which release, nothing about the person. */
export const remoteErrorReports = z
  .strictObject({
    errors: z
      .array(
        z.strictObject({
          remote,
          version: releaseVersion,
          kind: z.enum(errorKinds),
          name: z.string().max(errorReportLimits.name),
          message: z.string().max(errorReportLimits.message),
          /** As the browser writes it. */
          stack: z.string().max(errorReportLimits.stack),
          count: z.int().min(1).max(errorReportLimits.count),
        }),
      )
      .min(1)
      .max(errorReportLimits.errors),
  })
  .meta({ id: 'RemoteErrorReports' });
export type RemoteErrorReport = z.infer<typeof remoteErrorReports>['errors'][number];

/** One call of a stack: in a source where there is a map, otherwise in a built file. Lines and columns count from 1. */
export const stackFrame = z.object({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** The name that is called there, in the source. */
  name: z.string().nullable(),
  /** Whether the remote's own sources contain it; others are libraries, packages and the shell. */
  is_own: z.boolean(),
  is_source: z.boolean(),
});
export type StackFrame = z.infer<typeof stackFrame>;

const group = z.object({
  id: z.int(),
  remote: z.string(),
  kind: z.enum(errorKinds),
  /** Of the error's class, such as `TypeError`. */
  name: z.string(),
  /** Without e-mail addresses, account numbers, quoted texts and numbers. */
  message: z.string(),
  /** The topmost call in the remote's own sources. */
  place: z.string().nullable(),
  count: z.int(),
  first_at: moment,
  last_at: moment,
  resolved_at: moment.nullable(),
  resolved_by: z.string().nullable(),
});

/** An error in one release; `share` is of the visitors of the last 30 days to whom it was shown, from 0 to 1. */
const affected = z.object({
  version: z.string(),
  count: z.int(),
  first_at: moment,
  last_at: moment,
  visitors: z.int(),
  share: z.number().nullable(),
});
export type AffectedRelease = z.infer<typeof affected>;

/** Errors that are probably one fault: the same shape of message, in the same calls. Of its newest release first. */
export const errorGroup = group.extend({ releases: z.array(affected) }).meta({ id: 'RemoteErrorGroup' });
export type ErrorGroup = z.infer<typeof errorGroup>;

export const errorStates = ['open', 'resolved', 'all'] as const;

export const errorListQuery = z.strictObject({
  ...pageQuery(20),
  remote: remote.optional(),
  version: releaseVersion.optional(),
  state: defaulting(z.enum(errorStates), 'open'),
});
export type ErrorListQuery = z.infer<typeof errorListQuery>;

/** `releases`: those with an error, to choose from. */
export const errorGroupList = z
  .object({
    groups: z.array(errorGroup),
    releases: z.array(z.object({ remote: z.string(), version: z.string() })),
    pagination,
  })
  .meta({ id: 'RemoteErrorGroups' });
export type ErrorGroupList = z.infer<typeof errorGroupList>;

/** A group with the most frequent stacks of its releases. */
export const errorDetails = errorGroup
  .extend({
    stacks: z.array(z.object({ version: z.string(), count: z.int(), frames: z.array(stackFrame) })),
  })
  .meta({ id: 'RemoteError' });
export type ErrorDetails = z.infer<typeof errorDetails>;

export const errorParameter = idParameter;
