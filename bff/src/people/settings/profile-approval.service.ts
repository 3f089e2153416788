import { Injectable } from '@nestjs/common';
import type { SaveProfileRequest } from '@bank/contracts/settings';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { changesEmail, changesPhone, ProfileService } from './profile.service';

/** In the summary, where the number goes away. */
const withoutPhone = '–';

/** Another e-mail or telephone, also the first: codes are sent there. */
@Injectable()
export class ProfileApproval extends ApprovalRule<SaveProfileRequest> {
  constructor(private readonly profiles: ProfileService) {
    super();
  }

  async demand({ context, body }: JudgedCall<SaveProfileRequest>): Promise<ApprovalDemand | undefined> {
    const before = await this.profiles.read(context.actor);
    const [email, phone] = [changesEmail(before, body), changesPhone(before, body)];
    if (!email && !phone) return undefined;
    const action = email && phone ? 'contact' : email ? 'email' : 'phone';
    const detail = [...(email ? [body.email] : []), ...(phone ? [body.phone || withoutPhone] : [])].join(
      ', ',
    );
    return { summary: { action, detail } };
  }
}
