import type { ChangePartnerRequest, Partner, SavePartnerRequest } from '@bank/contracts/partners';
import { ApiError } from '@bank/client/api';
import { readPartner, savePartner, usePartnerUpdate } from './partners.api';
import { useSeen } from '@bank/client/use-seen';

/**
 * Saves one part of a partner, unless a colleague has saved another one since the form began: `present` is then what they
 * saved, which the next attempt replaces. `draft` names the draft of the part's form.
 */
export function usePart(partner: Partner, part: NonNullable<ChangePartnerRequest['part']>) {
  const known = usePartnerUpdate();
  const draft = `partner-${partner.id}-${part}`;
  const [{ seen, isOvertaken }, setSeen] = useSeen(draft, { seen: partner, isOvertaken: false });
  const save = async (request: SavePartnerRequest): Promise<Partner> => {
    const { name, origins, theme } = seen;
    try {
      const saved = await savePartner(partner.id, { ...request, part, seen: { name, origins, theme } });
      setSeen({ seen: saved, isOvertaken: false });
      return saved;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PARTNER_CHANGED') {
        const fresh = await readPartner(partner.id).catch(() => undefined);
        if (fresh) {
          known(fresh);
          setSeen({ seen: fresh, isOvertaken: true });
        }
      }
      throw error;
    }
  };
  return { draft, save, present: isOvertaken ? seen : undefined };
}
