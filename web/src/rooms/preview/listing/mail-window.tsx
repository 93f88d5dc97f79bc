import { listings } from '@dossier/contract/listings';
import { right } from '@dossier/contract/rights';
import { Segmented } from 'antd';
import { type ReactNode, use, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { useCall } from '../../../ground/use-call.ts';
import { MailSheet } from '../../listings/mail-view.tsx';
import { usePlace } from '../../listings/use-place.ts';
import { takeEntry } from '../../listings/take-entry.ts';
import { PrintButton } from '../../viewer/print-button.tsx';
import { ReaderContext } from '../../viewer/reader.ts';
import { usePlainPrint } from '../../viewer/use-plain-print.ts';
import { ViewerFrame } from '../../viewer/viewer-frame.tsx';
import type { NestingProps } from '../../viewer/window-props.ts';
import { EntryWindow } from './entry-window.tsx';
import styles from './listing.module.css';

/** A mail with its head, its body and its files. */
export function MailWindow({ view, query: { currentRev }, Inner }: NestingProps): ReactNode {
  const t = useText('listings');
  const { isVisitor } = use(ReaderContext);
  const [shown, setShown] = useState<'page' | 'text'>('page');
  const { place, open, leave } = usePlace();
  const mail = useCall(listings.mail, { look: view.look }, { staleTime: Number.POSITIVE_INFINITY });
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
        <MailSheet mail={mail.data} shown={shown} open={open} take={mayTake ? (one) => void takeEntry(view.look, one) : undefined} />
      ) : mail.error ? (
        <ErrorBox error={mail.error} retry={() => void mail.refetch()} />
      ) : (
        <Waiting className={styles.waiting} label={t('opening')} delay={150} />
      )}
    </ViewerFrame>
  );
}
