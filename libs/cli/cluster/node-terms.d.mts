export class Refused extends Error {}

export interface Known {
  term: number;
  primary: string | null;
  by: string | null;
  joined: number;
}

export class Terms {
  constructor(home: string);
  readonly known: Known;
  learn(order: { term: number; primary: string | null; by: string }): void;
  join(): void;
  demand(term: number): void;
}
