import { Injectable } from '@nestjs/common';
import { type ApprovalDemand, ApprovalRule } from '../../platform/http/approval';

/** Also a temporary password, which an administrator knows: the code goes to the person. */
@Injectable()
export class PasswordApproval extends ApprovalRule {
  demand(): Promise<ApprovalDemand> {
    return Promise.resolve({ summary: { action: 'password' } });
  }
}
