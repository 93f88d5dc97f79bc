import { links } from '@dossier/contract/sharing/shares';
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { DropZone, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { useText } from '../../../platform/i18n.ts';
import { invalidateRoutes } from '../../../platform/query.ts';
import { VisitorButton, messageOf } from './visitor-frame.tsx';
import styles from './visitor.module.css';

function Icon({ path }: { path: string }): ReactNode {
  return (
    <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" style={{ flex: 'none' }}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export const DownloadIcon = (): ReactNode => <Icon path="M10 3v9m-4-3.5 4 4 4-4M4 16.5h12" />;
export const EditIcon = (): ReactNode => <Icon path="M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3" />;
export const UploadIcon = (): ReactNode => <Icon path="M10 12.5v-9m-4 3.5 4-4 4 4M4 16.5h12" />;

/** An upload as displayed. */
interface UploadRow {
  key: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  reason?: string;
}

let next = 1;

/** The uploads into a folder, one after the other. */
function useUploads(token: string, parentId: string): [rows: readonly UploadRow[], send: (files: readonly File[]) => void] {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const send = useCallback(
    (files: readonly File[]): void => {
      const fresh = files.map((file) => ({ file, row: { key: next++, name: file.name, part: 0, state: 'waiting' } as UploadRow }));
      setRows((before) => [...before.filter(({ state }) => state !== 'done'), ...fresh.map(({ row }) => row)]);
      const change = (key: number, to: Partial<UploadRow>): void =>
        setRows((before) => before.map((row) => (row.key === key ? { ...row, ...to } : row)));
      const run = async (): Promise<void> => {
        for (const { file, row } of fresh) {
          change(row.key, { state: 'sending' });
          try {
            // loaded with the first file, not with the page
            const { sendFile } = await import('./send-file.ts');
            await sendFile({ token, parentId, file }, (part) => change(row.key, { part }));
            change(row.key, { state: 'done', part: 1 });
            await invalidateRoutes(links.items);
          } catch (error) {
            change(row.key, { state: 'failed', reason: messageOf(error) });
          }
        }
      };
      void run();
    },
    [token, parentId],
  );
  return [rows, send];
}

/** Uploads picked or dropped files into the open folder, with their progress. */
export function UploadBox({ token, parentId }: { token: string; parentId: string }): ReactNode {
  const t = useText('sharing.visitor');
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [rows, send] = useUploads(token, parentId);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    // A dropped folder appears as an unreadable file without a type.
    send([...event.dataTransfer.items].filter((item) => item.webkitGetAsEntry()?.isFile).flatMap((item) => item.getAsFile() ?? []));
  };
  return (
    <div className={styles.uploads}>
      <DropZone
        as="section"
        over={over}
        aria-label={t('upload')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <VisitorButton onClick={() => chooser.current?.click()}>
          <UploadIcon />
          {t('upload')}
        </VisitorButton>
        <Text size="s" tone="muted">
          <span className={styles.drop}>{t('uploadDrop')} </span>
          {t('uploadHint')}
        </Text>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t('upload')}
          onChange={({ target }) => {
            send([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        {rows.length > 0 && (
          <Stack as="ul" className={styles.sent}>
            {rows.map((row) => (
              <OneRow key={row.key} row={row} />
            ))}
          </Stack>
        )}
      </DropZone>
    </div>
  );
}

function OneRow({ row: { name, part, state, reason } }: { row: UploadRow }): ReactNode {
  const t = useText('sharing.visitor');
  return (
    <Row as="li" gap={3}>
      <Text size="s" grow>
        {name}
      </Text>
      {state === 'sending' && <progress max={1} value={part} aria-label={name} />}
      <Text size="s" tone={state === 'failed' ? 'danger' : 'muted'} numeric role={state === 'failed' ? 'alert' : 'status'}>
        {state === 'failed' ? reason : state === 'sending' ? `${Math.round(part * 100)} %` : t(state)}
      </Text>
    </Row>
  );
}
