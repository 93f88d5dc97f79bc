import { DownloadOutlined } from '@ant-design/icons';
import { objType, right } from '@dossier/contract/core/rights';
import { type MailView as Mail, archiveContents } from '@dossier/contract/preview/archive-contents';
import { Segmented } from 'antd';
import createPurifier from 'dompurify';
import { type ReactNode, useMemo, use, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, formatExactTime } from '../../../platform/ui/formatted-values.tsx';
import { Heading, PlainButton, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { EntryWindow, downloadEntry, useOpenEntry } from '../archive-contents/entry-window.tsx';
import { ReaderContext } from '../reader.ts';
import type { NestingProps } from '../view-request.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { DocumentFrame, NoticeLine, PrintedText, TextRegion, Waiting } from '../viewer-parts.tsx';
import styles from './mail-window.module.css';

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
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      isAwaited={!mail.data && !mail.error}
      start={choice}
      end={<PrintButton print={print} disabled={!mail.data} />}
    >
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

interface MailProps {
  mail: Mail;
  /** The body as HTML, or its plain text. */
  shown: 'page' | 'text';
  open: (place: number) => void;
  /** Absent without the right to download. */
  take: ((place: number) => void) | undefined;
}

/** A mail: sender and recipients, body, attachments. */
function MailMessage({ mail, shown, open, take }: MailProps): ReactNode {
  const t = useText('preview.listings');
  const page = useMemo(() => (mail.html === '' ? undefined : pageOfMail(mail.html)), [mail.html]);
  const text = mail.text || page?.text || '';
  return (
    <Stack as="article" grow>
      <MailHead mail={mail} />
      <Attachments mail={mail} open={open} take={take} />
      {page?.leftOut && shown === 'page' && <NoticeLine as="p">{t('picturesLeftOut')}</NoticeLine>}
      {page && shown === 'page' ? (
        <DocumentFrame title={t('body')} srcDoc={page.html} sandbox="allow-popups allow-popups-to-escape-sandbox" />
      ) : text === '' ? (
        <Empty title={t('noBody')} />
      ) : (
        <TextRegion label={t('body')}>{text}</TextRegion>
      )}
      <PrintedText>{text}</PrintedText>
    </Stack>
  );
}

function MailHead({ mail }: { mail: Mail }): ReactNode {
  const t = useText('preview.listings');
  const recipients = (label: string, names: string[]) => names.length > 0 && ([label, <Recipients key={label} names={names} />] as const);
  return (
    <Stack as="header" gap={2} rigid className={styles.head}>
      <Heading level={2} size="l">
        {mail.subject || t('noSubject')}
      </Heading>
      <Facts
        vertical
        facts={[
          recipients(t('from'), mail.from === '' ? [] : [mail.from]),
          recipients(t('to'), mail.to),
          recipients(t('cc'), mail.cc),
          mail.time > 0 && [t('sent'), <SentTime key="sent" iso={new Date(mail.time).toISOString()} />],
        ]}
      />
    </Stack>
  );
}

function SentTime({ iso }: { iso: string }): ReactNode {
  return <time dateTime={iso}>{formatExactTime(iso)}</time>;
}

/** Recipients shown before the others are expanded. */
const fewest = 6;

function Recipients({ names }: { names: string[] }): ReactNode {
  const t = useText('preview.listings');
  const rest = names.slice(fewest);
  return (
    <>
      {names.slice(0, fewest).join('; ')}
      {rest.length > 0 && (
        <details>
          <summary>{t('nMore', { count: rest.length })}</summary>
          {rest.join('; ')}
        </details>
      )}
    </>
  );
}

const extOf = (name: string): string => /\.([^.]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';

function Attachments({ mail, open, take }: Omit<MailProps, 'shown'>): ReactNode {
  const t = useText('preview.listings');
  const files = mail.attachments.flatMap((file, place) => (file.shown ? [] : [{ ...file, place }]));
  if (files.length === 0) return null;
  return (
    <Row as="ul" gap={2} wrap scroll rigid className={styles.attachments} aria-label={t('attachments')}>
      {files.map(({ name, size, place }) => (
        <Row as="li" key={place} className={styles.attachment}>
          <PlainButton lit className={styles.file} title={t('openOne', { name })} onClick={() => open(place)}>
            <FileIcon objType={objType.document} ext={extOf(name)} size={18} />
            <Text truncate className={styles.fileName}>
              {name}
            </Text>
            <Text size="xs" tone="muted">
              <FileSize bytes={size} />
            </Text>
          </PlainButton>
          {take && <ToolButton label={t('takeOne', { name })} icon={<DownloadOutlined />} onClick={() => take(place)} />}
        </Row>
      ))}
    </Row>
  );
}

/** Content security policy of a mail: nothing is fetched, and no script runs. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";
const forbiddenTags = [
  'script',
  'iframe',
  'frame',
  'object',
  'embed',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'meta',
  'link',
  'base',
  'svg',
  'math',
  'audio',
  'video',
];
const pageCss =
  'html{background:#fff;color:#1c2024;color-scheme:light}body{margin:0;padding:16px 20px;font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap}table{max-width:100%}';

/** Event handlers are removed before parsing: browsers report each one, though it never runs. */
const withoutHandlers = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\son[a-z]{1,40}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, ''));

/** A mail's body as HTML for a sandboxed frame of opaque origin, its plain text, and whether remote images were removed. */
interface MailPage {
  html: string;
  text: string;
  leftOut: boolean;
}

/** Sanitises the body of a mail: no scripts, forms or frames, and no addresses except those of links, which show their target. */
function pageOfMail(source: string): MailPage {
  const purifier = createPurifier(window);
  let leftOut = false;
  purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
    const fetches =
      ['src', 'background', 'poster', 'srcset'].includes(attribute.attrName) && !/^data:image\//i.test(attribute.attrValue.trim());
    if (fetches) leftOut ||= /^(https?:)?\/\//i.test(attribute.attrValue.trim());
    if (fetches) attribute.keepAttr = false;
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName !== 'A' && element.nodeName !== 'AREA') return;
    const address = element.getAttribute('href') ?? '';
    if (!/^(https?:|mailto:)/i.test(address)) return element.removeAttribute('href');
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
    element.setAttribute('title', address);
  });
  const body = purifier.sanitize(withoutHandlers(source), {
    WHOLE_DOCUMENT: true,
    FORBID_TAGS: forbiddenTags,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  }) as HTMLElement;
  const text = textOf(body);
  const mailStyles = [...body.querySelectorAll('style')].map((style) => style.outerHTML).join('');
  const inner = (body.querySelector('body') ?? body).innerHTML;
  const head = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${pageCss}</style>`;
  return { html: `${head}${mailStyles}${inner}`, text, leftOut };
}

/** The text of a page, for printing: blocks end lines. */
function textOf(body: Element): string {
  const copy = body.cloneNode(true) as Element;
  for (const style of copy.querySelectorAll('style, title')) style.remove();
  for (const block of copy.querySelectorAll('p, div, br, tr, li, h1, h2, h3, h4, blockquote')) block.append('\n');
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n');
  return copy.textContent
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n\s*\n/g, '\n\n')
    .trim();
}
