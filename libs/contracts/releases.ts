import { z } from 'zod';
import { releaseName, releaseVersion, site } from './remotes';
import { lines, text } from './validation';

/** The states of a release. A remote, or a shell, has at most one `live` and one `canary` release. */
export const releaseStatuses = ['uploaded', 'canary', 'live', 'retired', 'rolled_back'] as const;

export type ReleaseStatus = (typeof releaseStatuses)[number];

/**
 * A page's report about a remote, or about its shell: it was shown, did not load, was refused because of its hash or
 * signature, was refused because it uses what the shell does not offer, or threw.
 */
export const reportKinds = ['shown', 'load', 'integrity', 'surface', 'render'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The name of a remote, or the site of a shell. */
const remote = releaseName;

/** The body of `POST /api/remotes/reports`: counts since the last report, nothing about the person. */
export const remoteReports = z
  .strictObject({
    reports: z
      .array(
        z.strictObject({
          remote,
          version: releaseVersion,
          kind: z.enum(reportKinds),
          count: z.int().min(1).max(100),
        }),
      )
      .min(1)
      .max(40),
  })
  .meta({ id: 'RemoteReports' });
export type RemoteReports = z.infer<typeof remoteReports>;
export type RemoteReport = RemoteReports['reports'][number];

/**
 * The conditions of the automatic rollback of a canary, measured on its visitors since its start. A visitor counts
 * once, and all visitors of one network (an IPv4 address, or an IPv6 /64) count once together.
 */
export const canaryLimits = {
  /** The tolerated share of visitors with a failure. */
  failureRate: 0.05,
  /** With fewer visitors there is no automatic rollback. */
  failedVisitors: 5,
};

/** How many days the files of a release stay available after it was last shown, since open tabs may need them. */
export const keptDays = 30;

/** How many days uploaded files stay that were never shown. */
export const unpublishedDays = 7;

/** The most files of a release, with their compressed copies. */
export const filesOfRelease = 500;

/**
 * How many bytes are stored within a day by one deploy token, and of one remote or shell by all together; a file counts as
 * `leastOfFile` at least.
 */
export const uploadBytesPerDay = { token: 400_000_000, remote: 200_000_000, leastOfFile: 4_096 } as const;

/** The longest validity of a deploy token, in days. */
export const tokenDays = 90;

/** The duration of a preview in the browser where an administrator started it, in seconds. */
export const previewSeconds = 8 * 60 * 60;

const counts = z.object(
  Object.fromEntries(reportKinds.map((kind) => [kind, z.int()])) as Record<ReportKind, z.ZodInt>,
);

export const release = z
  .object({
    id: z.int(),
    remote: z.string(),
    version: z.string(),
    status: z.enum(releaseStatuses),
    /** The percentage of visitors who get a canary; 0 for every other state. */
    share: z.int(),
    published_by: z.string(),
    created_at: z.iso.datetime(),
    /** The time of its last change of state. */
    changed_at: z.iso.datetime(),
    /** The reason of its rollback. */
    reason: z.string().nullable(),
    /** Whether its files still exist, so that it can be shown again. */
    is_kept: z.boolean(),
    /** Whether a rollback of the live release shows it again. A server of before does not state it. */
    is_before: z.boolean().optional(),
    /** Of the scripts of its first paint, gzip, bytes. */
    first_load_bytes: z.int(),
    /** The hosts' reports since its last change of state. */
    reports: counts,
    /** The share of failed openings since then, from 0 to 1; null without reports. */
    failure_rate: z.number().nullable(),
  })
  .meta({ id: 'Release' });
export type Release = z.infer<typeof release>;

/** Each shell and each remote with at most ten releases: what is shown, what a rollback returns to, and the newest. */
export const releaseList = z
  .object({ remotes: z.array(z.object({ name: z.string(), releases: z.array(release) })) })
  .meta({ id: 'ReleaseList' });
export type ReleaseList = z.infer<typeof releaseList>;

const version = releaseVersion;
const reason = lines(300).min(3);

export const remoteParameter = z.object({ remote });
export const releaseParameters = z.object({ remote, version });

const shownStatus = z.enum(['live', 'canary']);

/** Rolls back the canary, or else the live release; `shown` is the one that was on the screen, and no other is then. */
export const rollBackRequest = z
  .strictObject({ reason, shown: z.strictObject({ version, status: shownStatus }).optional() })
  .meta({ id: 'RollBackRequest' });
export type RollBackRequest = z.infer<typeof rollBackRequest>;
export type ShownRelease = NonNullable<RollBackRequest['shown']>;

/** Shows the canary to everybody; `version` is the one that was on the screen, and no other is then. */
const promoteFields = z.strictObject({ version: version.optional() });
/** The body may be left out. */
export const promoteRequest = z
  .preprocess((body) => body ?? {}, promoteFields)
  .meta({ id: 'PromoteRequest' });
export type PromoteRequest = z.infer<typeof promoteRequest>;

/** Shows a version to a share of the visitors, in percent, or to all. */
export const activateRequest = z
  .strictObject({ version, share: z.int().min(1).max(100).default(100) })
  .meta({ id: 'ActivateRequest' });
export type ActivateRequest = z.infer<typeof activateRequest>;

/** A new deploy token of a team, limited to these remotes (and shells, by their sites) and sites. */
export const deployTokenRequest = z
  .strictObject({
    team: text(60).min(2),
    remotes: z.array(remote).min(1).max(20),
    hosts: z.array(site).min(1).max(2).default(['shell']),
    /** Its validity, in days. */
    days: z.int().min(1).max(tokenDays).default(tokenDays),
  })
  .meta({ id: 'DeployTokenRequest' });
export type DeployTokenRequest = z.infer<typeof deployTokenRequest>;

export const deployToken = z
  .object({
    id: z.int(),
    team: z.string(),
    remotes: z.array(z.string()),
    /** The sites whose remotes it may ship. */
    hosts: z.array(site),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DeployToken' });
export type DeployToken = z.infer<typeof deployToken>;

export const deployTokenList = z.object({ tokens: z.array(deployToken) }).meta({ id: 'DeployTokenList' });

/** The token itself, which is only shown here. */
export const newDeployToken = deployToken.extend({ token: z.string() }).meta({ id: 'NewDeployToken' });
export type NewDeployToken = z.infer<typeof newDeployToken>;

/** A finding of a release's checks; `sentence` is the instruction for the team, in English. */
export const releaseCheck = z.object({
  check: z.enum(['manifest', 'routes', 'shared', 'surface', 'contract', 'budget']),
  passed: z.boolean(),
  sentence: z.string(),
});
export type ReleaseCheck = z.infer<typeof releaseCheck>;

export const releaseChecks = z
  .object({
    checks: z.array(releaseCheck),
    /** Sentences that refuse nothing: the exports of the shared libraries that it uses and that will go. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ReleaseChecks' });
export type ReleaseChecks = z.infer<typeof releaseChecks>;

/** A built `remote.json` or `host.json`, and the names of the files beside it. */
export const uploadRequest = z
  .strictObject({
    manifest: z.record(z.string(), z.unknown()),
    files: z.array(z.string()).min(1).max(filesOfRelease),
    /** Of the scripts of a first paint, gzip, bytes. */
    first_load_bytes: z.int().min(0),
  })
  .meta({ id: 'UploadRequest' });
export type UploadRequest = z.infer<typeof uploadRequest>;

/** The releases of one remote or shell, those being shown first. */
export const remoteReleases = z.object({ releases: z.array(release) }).meta({ id: 'RemoteReleases' });
export type RemoteReleases = z.infer<typeof remoteReleases>;

/** One file of a build, its content in base64. */
export const uploadedFile = z
  .strictObject({ name: z.string(), content: z.base64() })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof uploadedFile>;

/** For the team's own browser, which sends the proof as a cookie of this name; `link` is the page for people. */
export const previewProof = z
  .object({ proof: z.string(), cookie: z.string(), link: z.string() })
  .meta({ id: 'PreviewProof' });

/** Seconds for which a link opens the gallery of the customer site, in every browser. */
export const gallerySeconds = 8 * 60 * 60;

/** A link to the gallery of the customer site, and the end of its validity. */
export const galleryLink = z
  .object({ link: z.string(), until: z.iso.datetime() })
  .meta({ id: 'GalleryLink' });
export type GalleryLink = z.infer<typeof galleryLink>;

/** A release to preview, as shown to an administrator before they start it. */
export const previewable = z
  .object({
    remote: z.string(),
    version: z.string(),
    status: z.enum(releaseStatuses),
    published_by: z.string(),
    created_at: z.iso.datetime(),
    /** The sites that would show it. */
    hosts: z.array(site),
  })
  .meta({ id: 'Previewable' });
export type Previewable = z.infer<typeof previewable>;

/** The site on which to start a preview. */
export const previewRequest = z.strictObject({ site }).meta({ id: 'PreviewRequest' });

/** The address of the preview; on the other site it starts through the code in the fragment. */
export const startedPreview = z.object({ address: z.string() }).meta({ id: 'StartedPreview' });
export type StartedPreview = z.infer<typeof startedPreview>;

/** A code from the back-office, valid once, for a minute. */
export const previewCode = z
  .strictObject({ code: z.string().regex(/^[\w.-]{20,800}$/) })
  .meta({ id: 'PreviewCode' });
