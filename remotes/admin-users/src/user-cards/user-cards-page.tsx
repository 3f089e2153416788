import { useState } from 'react';
import type { Card as PaymentCard } from '@bank/contracts/cards';
import { Link, useParams } from '@bank/client/router';
import { Card } from '@bank/ui/card';
import { buttonClass } from '@bank/ui/button';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useUser } from '../users/users.api';
import { BlockCard } from './block-card';
import { CardTable } from './card-table';
import { PurchaseTable } from './purchase-table';
import { useCardTexts } from './texts';
import { useUserCards } from './user-cards.api';

/** A customer's cards and their last uses. */
export function UserCardsPage() {
  const { t } = useCardTexts();
  const id = Number(useParams().id);
  const { data: user } = useUser(id);
  const query = useUserCards(id);
  const [blocking, setBlocking] = useState<PaymentCard>();
  return (
    <Page layout="desk">
      <PageHeading
        title={user ? t('title_of', { name: `${user.first_name} ${user.last_name}` }) : t('title')}
        actions={
          <Link to="/admin/users" className={buttonClass({ variant: 'quiet' })}>
            {t('all_users')}
          </Link>
        }
      />
      <Card padding="none">
        <CardTable query={query} onBlock={setBlocking} />
      </Card>
      {!query.isLoading && (
        <Card padding="none" title={t('uses')}>
          <PurchaseTable query={query} />
        </Card>
      )}
      {blocking && <BlockCard userId={id} card={blocking} onClose={() => setBlocking(undefined)} />}
    </Page>
  );
}
