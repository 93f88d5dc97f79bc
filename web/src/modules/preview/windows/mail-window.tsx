import { right } from '@dossier/contract/core/rights';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import { Segmented } from 'antd';
import { type ReactNode, use, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { downloadEntry, useOpenEntry } from '../archive-contents/open-entry.ts';
import { MailMessage } from '../mail/mail-view.tsx';
import { ReaderContext } from '../reader.ts';
import type { NestingProps } from '../view-request.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { Waiting } from '../viewer/viewer-parts.tsx';
import { EntryWindow } from './entry-window.tsx';

/** A mail with its headers, body and attachments. */
export function MailWindow({ view, query: { currentRev }, Inner }: NestingProps): ReactNode {
  const t = useText('preview.listings');
  const { isVisitor } = use(ReaderContext);
  const [shown, setShown] = useState<'page' | 'text'>('page');
  const { place, open, leave } = useOpenEntry();
  const mail = useCall(archiveContents.mail, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
  const print = usePlainPrint({ id: view.id, rights: view.rights, currentRev });
  if (place !== undefined) return <EntryWindow view={view} place={place} leave={leave} back={t('toMail')} Inner={Inner} />;
  const mayTake = (view.rights & right.download) !== 0 && !isVisitor;
  const choice = mail.data && mail.data.html !== '' && (
    <Segmented
      size="small"
      aria-label={t('showAs')}
      value={shown}
      onChange={setShown}
      options={[
        { value: 'page', label: t('asSent') },
        { value: 'text', label: t('asText') },
      ]}
    />
  );
  return (
    <ViewerFrame view={view} currentRev={currentRev} start={choice} end={<PrintButton print={print} disabled={!mail.data} />}>
      {mail.data ? (
        <MailMessage
          mail={mail.data}
          shown={shown}
          open={open}
          take={mayTake ? (index) => void downloadEntry(view.look, index) : undefined}
        />
      ) : mail.error ? (
        <ErrorBox error={mail.error} retry={() => void mail.refetch()} />
      ) : (
        <Waiting>
          <Spinner label={t('opening')} delay={150} />
        </Waiting>
      )}
    </ViewerFrame>
  );
}
