import { ApprovalGate } from './approval-gate';
import { ProofGate } from './proof-gate';

/** What a call may ask the signed-in person: an approval, or a proof of who they are. */
export const Prompts = () => (
  <>
    <ApprovalGate />
    <ProofGate />
  </>
);
