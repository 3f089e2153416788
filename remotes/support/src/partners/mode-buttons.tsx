import { partnerModes, type PartnerMode } from '@bank/contracts/partner-applications';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';

interface ModeButtonsProps {
  labels: Record<PartnerMode, string>;
  /** The mode whose key is being made. */
  pending: PartnerMode | undefined;
  onChoose: (mode: PartnerMode) => void;
}

/** A button for a new key of each mode. */
export const ModeButtons = ({ labels, pending, onChoose }: ModeButtonsProps) => (
  <Cluster gap={8}>
    {partnerModes.map((mode) => (
      <Button
        key={mode}
        variant="secondary"
        size="small"
        icon="plus"
        loading={pending === mode}
        onClick={() => onChoose(mode)}
      >
        {labels[mode]}
      </Button>
    ))}
  </Cluster>
);
