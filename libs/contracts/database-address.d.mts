export interface DatabaseAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  socketPath: string | undefined;
  ssl:
    | { rejectUnauthorized: boolean; verifyIdentity: boolean; minVersion: 'TLSv1.2'; ca?: string }
    | undefined;
}
export function isLoopback(name: string): boolean;
export function databaseAddress(url: string): DatabaseAddress;
