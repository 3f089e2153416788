/** Publishes a package whose version the registry does not have yet, and returns what was done. */
export function publish(
  made: { name: string; version: string; folder: string },
  registry: string,
): Promise<string>;
