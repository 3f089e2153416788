import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A bucket's address without credentials, and its access key. */
export interface BucketAddress {
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The variable of a bucket's address. */
export function bucket(name: string) {
  const sentence = `${name} must be the address of a bucket such as https://key:secret@s3.example/bucket?region=eu-west-3.`;
  return z
    .url({ protocol: /^https?$/, error: sentence })
    .transform((value, context): BucketAddress => {
      const { origin, pathname, searchParams, username, password } = new URL(value);
      try {
        return {
          url: origin + pathname.replace(/\/$/, ''),
          region: searchParams.get('region') ?? 'us-east-1',
          accessKeyId: decodeURIComponent(username),
          secretAccessKey: decodeURIComponent(password),
        };
      } catch {
        context.addIssue(sentence);
        return z.NEVER;
      }
    })
    .refine(
      ({ url, accessKeyId, secretAccessKey }) =>
        accessKeyId !== '' && secretAccessKey !== '' && /^\/[^/]+$/.test(new URL(url).pathname),
      sentence,
    )
    .optional();
}

/** The store of backups and anchors: a bucket, or a folder of this machine. */
export type StoreAddress = BucketAddress | { folder: string };

/** The variable of such a place. */
export function store(name: string) {
  const sentence = `${name} must be a bucket such as https://key:secret@s3.example/bucket, or a folder such as file:///var/backups/bank.`;
  const folder = z
    .url({ protocol: /^file$/, hostname: /^$/ })
    .transform((value): StoreAddress => ({ folder: fileURLToPath(value) }));
  return z.union([folder, bucket(name)], sentence).optional();
}
