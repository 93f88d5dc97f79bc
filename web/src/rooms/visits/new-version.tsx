import { links, type LinkItem } from '@dossier/contract/shares';
import { type ReactNode, useRef, useState } from 'react';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { useText } from '../../ground/text.ts';
import { messageOf } from './message-of.ts';
import { sendFile } from './send-file.ts';
import { UploadSign } from './signs.tsx';
import styles from './table.module.css';

/** Takes a changed document back as its newest version; the one before stays with whoever shared it. */
export function NewVersion({ token, item }: { token: string; item: LinkItem }): ReactNode {
  const t = useText('visits');
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const label = t('newVersion', { name: item.name });
  const send = (file: File): void => {
    setBusy(true);
    sendFile({ token, id: item.id, file }, (part) => notice.progress(t('sendingPart', { name: file.name, n: Math.round(part * 100) })))
      .then(() => notice.success(t('versionSent', { name: item.name })))
      .catch((error: unknown) => notice.error(messageOf(error)))
      .finally(() => {
        setBusy(false);
        void refresh(links.items);
      });
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={label}
        title={label}
        disabled={busy}
        onClick={() => chooser.current?.click()}
      >
        <UploadSign />
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={item.ext ? `.${item.ext}` : undefined}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) send(file);
          target.value = '';
        }}
      />
    </>
  );
}
