import { z } from 'zod';
import { releaseVersion, remoteManifest } from './remotes';

/** The states of a release. At most one of a remote is `live`, and at most one `canary`. */
export const releaseStatuses = ['uploaded', 'canary', 'live', 'retired', 'rolled_back'] as const;

/** What a host saw of a remote: it was shown, did not load, was refused by its hash or signature, or threw. */
export const reportKinds = ['shown', 'load', 'integrity', 'render'] as const;
export type ReportKind = (typeof reportKinds)[number];

const remote = remoteManifest.shape.name;

/** What `POST /api/remotes/reports` takes: counts since the last one, nothing about the person. */
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
