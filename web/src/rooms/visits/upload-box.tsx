import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { UploadSign } from './signs.tsx';
import { type SendRow, useSending } from './use-sending.ts';
import styles from './upload.module.css';
import visits from './visits.module.css';

/** Takes files into the folder that is shown, chosen or dropped, and tells how far each of them is. */
export function UploadBox({ token, parentId }: { token: string; parentId: string }): ReactNode {
  const t = useText('visits');
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [rows, send] = useSending(token, parentId);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    // A folder that is dropped here comes as a file of no type that cannot be read.
    send([...event.dataTransfer.items].filter((item) => item.webkitGetAsEntry()?.isFile).flatMap((item) => item.getAsFile() ?? []));
  };
  return (
    <section
      className={over ? `${styles.box} ${styles.over}` : styles.box}
      aria-label={t('upload')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" className={visits.plain} onClick={() => chooser.current?.click()}>
        <UploadSign />
        {t('upload')}
      </button>
      <span className={styles.hint}>
        <span className={styles.drop}>{t('uploadDrop')} </span>
        {t('uploadHint')}
      </span>
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
        <ul className={styles.rows}>
          {rows.map((row) => (
            <OneRow key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OneRow({ row: { name, part, state, reason } }: { row: SendRow }): ReactNode {
  const t = useText('visits');
  return (
    <li>
      <span className={styles.name}>{name}</span>
      {state === 'sending' && <progress max={1} value={part} aria-label={name} />}
      <span className={state === 'failed' ? styles.failed : styles.state} role={state === 'failed' ? 'alert' : 'status'}>
        {state === 'failed' ? reason : state === 'sending' ? `${Math.round(part * 100)} %` : t(state)}
      </span>
    </li>
  );
}
