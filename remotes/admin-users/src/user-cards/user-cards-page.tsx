import { useState } from 'react';
import type { Card as PaymentCard } from '@bank/contracts/cards';
import { DetailPage } from '@bank/client/detail-page';
import { useParams } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import { useFileTexts } from '../user-file/texts';
import { useUser } from '../users/users.api';
import { BlockCard } from './block-card';
import { CardTable } from './card-table';
import { PurchaseTable } from './purchase-table';
import { useCardTexts } from './texts';
import { useUserCards } from './user-cards.api';

/** A customer's cards and their last uses. */
export function UserCardsPage() {
  const { t } = useCardTexts();
  const { t: file } = useFileTexts();
  const id = Number(useParams().id);
  const person = useUser(id);
  const query = useUserCards(id);
  const [blocking, setBlocking] = useState<PaymentCard>();
  return (
    <DetailPage
      query={person}
      back={{ to: `/admin/users/${id}`, label: file('file') }}
      title={t('title')}
      failed={file('failed')}
      message={file('failed_message')}
      missing={file('missing')}
      layout="desk"
    >
      {(user) => (
        <>
          <PageHeading title={t('title_of', { name: `${user.first_name} ${user.last_name}` })} />
          <Card padding="none">
            <CardTable query={query} onBlock={setBlocking} />
          </Card>
          {!query.isLoading && (
            <Card padding="none" title={t('uses')}>
              <PurchaseTable query={query} />
            </Card>
          )}
          {blocking && <BlockCard userId={id} card={blocking} onClose={() => setBlocking(undefined)} />}
        </>
      )}
    </DetailPage>
  );
}
