import { useState } from 'react';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { ContactForm } from './contact-form';
import { Columns } from '../columns';
import { OtherWays } from './other-ways';
import { PlainForm } from './plain-form';
import { useTexts } from '../texts';
import { useContactTexts } from './texts';

export function ContactPage() {
  const { t: common } = useTexts();
  const { t } = useContactTexts();
  const { state, user } = useSession();
  const [round, setRound] = useState(0);
  const [ticketId, setTicketId] = useState<string>();
  /** Whether the replaced form had the focus. */
  const [takeFocus, setTakeFocus] = useState(false);
  const startAgain = (hadFocus: boolean) => {
    setTakeFocus(hadFocus);
    setRound(round + 1);
  };
  return (
    <Page layout="open">
      <PageHeading title={common('contact.title')} lead={t('lead')} />
      <Columns aside={<OtherWays />}>
        {/* Toast and success step disappear within seconds; the reference stays here. */}
        {ticketId && round > 0 && <Alert tone="success">{t('last', { ticketId })}</Alert>}
        <noscript>
          <Card>
            <PlainForm />
          </Card>
        </noscript>
        <Card className="needs-script">
          {state === 'loading' ? (
            <Loading>
              <Skeleton height="title" />
              {/* As tall as the first step on a telephone, so that nothing below it moves. */}
              <Skeleton height="row" lines={9} />
            </Loading>
          ) : (
            <ContactForm
              key={`${user?.id}-${round}`}
              takeFocus={takeFocus}
              onSent={setTicketId}
              onDone={startAgain}
            />
          )}
        </Card>
      </Columns>
    </Page>
  );
}
