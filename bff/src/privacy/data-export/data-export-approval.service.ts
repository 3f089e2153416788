import { Injectable } from '@nestjs/common';
import { type ApprovalDemand, ApprovalRule } from '../../platform/http/approval';

/** Always: with a stolen session, everything would be stolen. */
@Injectable()
export class DataExportApproval extends ApprovalRule {
  demand(): Promise<ApprovalDemand> {
    return Promise.resolve({ summary: { action: 'data_export' } });
  }
}
