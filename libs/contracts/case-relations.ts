import { z } from 'zod';
import { caseStates } from './case-states';
import { caseKinds, caseTopics } from './case-topics';

/** The kinds of data that two people have in common. */
export const relationKinds = ['device', 'document', 'payee', 'address'] as const;
export type RelationKind = (typeof relationKinds)[number];

/** The most that are shown of each kind, and how many payees and browsers of the customer are compared. */
export const relationBounds = { shown: 20, payees: 50, submissions: 5, browsers: 20 } as const;

/** People with the same browser, document, payee or address as a case's customer, and other cases about the same things. */
export const caseRelations = z
  .object({
    people: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        by: z.enum(relationKinds),
        /** Such as the account of the payee; empty for a browser and a document. */
        detail: z.string(),
      }),
    ),
    cases: z.array(
      z.object({
        id: z.int(),
        reference: z.string(),
        kind: z.enum(caseKinds),
        topic: z.enum(caseTopics),
        state: z.enum(caseStates),
      }),
    ),
  })
  .meta({ id: 'CaseRelations' });
export type CaseRelations = z.infer<typeof caseRelations>;
