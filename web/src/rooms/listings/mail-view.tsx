import { DownloadOutlined } from '@ant-design/icons';
import type { MailView as Mail } from '@dossier/contract/listings';
import { objType } from '@dossier/contract/rights';
import { type ReactNode, useMemo } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import styles from './mail.module.css';
import { pageOfMail } from './page-of-mail.ts';

interface MailProps {
  mail: Mail;
  /** The body as it was dressed, or its bare words. */
  shown: 'page' | 'text';
  open: (place: number) => void;
  /** Absent for who may take nothing away. */
  take: ((place: number) => void) | undefined;
}

/** A mail: who wrote to whom, what they wrote, what they sent along. */
export function MailSheet({ mail, shown, open, take }: MailProps): ReactNode {
  const t = useText('listings');
  const page = useMemo(() => (mail.html === '' ? undefined : pageOfMail(mail.html)), [mail.html]);
  const text = mail.text || page?.text || '';
  return (
    <article className={styles.sheet}>
      <MailHead mail={mail} />
      <Attachments mail={mail} open={open} take={take} />
      {page?.leftOut && shown === 'page' && <p className={styles.note}>{t('picturesLeftOut')}</p>}
      {page && shown === 'page' ? (
        <iframe
          className={styles.page}
          title={t('body')}
          srcDoc={page.html}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
        />
      ) : text === '' ? (
        <Empty title={t('noBody')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reached by the keyboard
        <div className={styles.text} role="region" aria-label={t('body')} tabIndex={0}>
          {text}
        </div>
      )}
      <pre className={styles.paper} aria-hidden="true">
        {text}
      </pre>
    </article>
  );
}

function MailHead({ mail }: { mail: Mail }): ReactNode {
  const t = useText('listings');
  return (
    <header className={styles.head}>
      <h2>{mail.subject || t('noSubject')}</h2>
      <dl>
        <People label={t('from')} people={mail.from === '' ? [] : [mail.from]} />
        <People label={t('to')} people={mail.to} />
        <People label={t('cc')} people={mail.cc} />
        {mail.time > 0 && (
          <div>
            <dt>{t('sent')}</dt>
            <dd>
              <time dateTime={new Date(mail.time).toISOString()}>{exactTime(new Date(mail.time).toISOString())}</time>
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}

/** So many are named before the others are unfolded. */
const fewest = 6;

function People({ label, people }: { label: string; people: string[] }): ReactNode {
  const t = useText('listings');
  if (people.length === 0) return null;
  const rest = people.slice(fewest);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {people.slice(0, fewest).join('; ')}
        {rest.length > 0 && (
          <details>
            <summary>{t('nMore', { n: rest.length })}</summary>
            {rest.join('; ')}
          </details>
        )}
      </dd>
    </div>
  );
}

const extOf = (name: string): string => /\.([^.]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';

function Attachments({ mail, open, take }: Omit<MailProps, 'shown'>): ReactNode {
  const t = useText('listings');
  const files = mail.attachments.flatMap((file, place) => (file.shown ? [] : [{ ...file, place }]));
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('attachments')}>
      {files.map(({ name, size, place }) => (
        <li key={place}>
          <button type="button" className={styles.file} title={t('openOne', { name })} onClick={() => open(place)}>
            <FileIcon objType={objType.document} ext={extOf(name)} size={18} />
            <span>{name}</span>
            <small>
              <Size bytes={size} />
            </small>
          </button>
          {take && <ToolButton label={t('takeOne', { name })} icon={<DownloadOutlined />} onClick={() => take(place)} />}
        </li>
      ))}
    </ul>
  );
}
