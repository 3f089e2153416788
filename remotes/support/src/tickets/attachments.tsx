import type { TicketAttachment } from '@bank/contracts/tickets';
import { saveFile } from '@bank/client/download';
import { useFileDownload } from '@bank/client/use-file-download';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useTicketTexts } from './texts';
import styles from './ticket-page.module.css';
import { readAttachment } from './tickets.api';

interface AttachmentsProps {
  ticketId: number;
  attachments: readonly TicketAttachment[];
}

/** The files of a message for download; none is shown in the page. */
export function Attachments({ ticketId, attachments }: AttachmentsProps) {
  const { t } = useTicketTexts();
  const { number } = useFormat();
  const { take, taking, failure } = useFileDownload<number>(t('one.file_failed'));
  const save = ({ id, name }: TicketAttachment) =>
    take(
      id,
      () => readAttachment(ticketId, id),
      (file) => saveFile(file, name),
    );
  return (
    <>
      <ul className={styles.files} aria-label={t('one.files')}>
        {attachments.map((attachment) => (
          <li key={attachment.id}>
            <Button
              variant="secondary"
              size="small"
              icon="paperclip"
              loading={taking === attachment.id}
              onClick={() => void save(attachment)}
            >
              {t('one.file', { name: attachment.name, size: number(Math.ceil(attachment.size / 1024)) })}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
