export function federationToken(version: string): string;
