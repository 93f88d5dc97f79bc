import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, ExportOutlined } from '@ant-design/icons';
import type { Item } from '@dossier/contract/documents/library';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { FileIcon } from '../../../platform/ui/file-icon.tsx';
import { FileSize, RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { OverlayDialog } from '../../../platform/ui/overlay-dialog.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { can } from '../../documents/areas.ts';
import { highlight } from '../../documents/highlight.ts';
import { useView } from '../reader.ts';
import type { View } from '../view-request.ts';
import { OverlayShareButton } from '../viewer/share-buttons.tsx';
import { DarkStage, PaneHead, TextRegion } from '../viewer-parts.tsx';
import { WatermarkOverlay } from '../watermarks/watermark-overlay.tsx';
import styles from './thumbnails.module.css';

/** The immediate preview of a document: the image, first page, video, or beginning of the text. */
export function QuickLookBody({ item }: { item: Item }): ReactNode {
  const t = useText('preview.thumbnails');
  const { data: view, error } = useView({ id: item.id });
  const late = useDelayed(view === undefined && error === null);
  if (error !== null) return <Nothing item={item} reason={error.message} />;
  if (view === undefined) return <DarkStage className={styles.body}>{late && <Spinner label={t('loading')} large />}</DarkStage>;
  if (view.rendition === 'video' || view.rendition === 'audio') return <Media item={item} view={view} />;
  if (view.rendition === 'text') return <Beginning item={item} view={view} />;
  const url = pictureOf(view);
  return url === undefined ? <Nothing item={item} reason={t('noPicture')} /> : <Large item={item} url={url} />;
}

const paged: ReadonlySet<View['rendition']> = new Set(['pdf', 'pages', 'html', 'sheet', 'drawing', 'mail']);

/** The full image, or the first page as an image. */
function pictureOf({ rendition, streamUrl, look: previewToken }: View): string | undefined {
  if (rendition === 'image') return streamUrl;
  return paged.has(rendition) ? `/look/page/${previewToken}/1?width=1600` : undefined;
}

function Large({ item, url }: { item: Item; url: string }): ReactNode {
  const t = useText('preview.thumbnails');
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming');
  const late = useDelayed(state === 'coming');
  if (state === 'failed') return <Nothing item={item} reason={t('noPicture')} />;
  return (
    <DarkStage className={styles.body} data-state={state}>
      {late && <Spinner className={styles.waiting} label={t('loading')} large />}
      <img src={url} alt={item.name} draggable={false} onLoad={() => setState('here')} onError={() => setState('failed')} />
    </DarkStage>
  );
}

function Media({ item, view }: { item: Item; view: View }): ReactNode {
  const t = useText('preview.thumbnails');
  const [failed, setFailed] = useState(false);
  if (failed) return <Nothing item={item} reason={t('noPicture')} />;
  const events = { controls: true, controlsList: 'nodownload nofullscreen', src: view.streamUrl, onError: () => setFailed(true) };
  return (
    <DarkStage className={styles.body} data-state="here">
      {view.rendition === 'audio' ? (
        <audio {...events} aria-label={item.name} />
      ) : (
        <video {...events} disablePictureInPicture playsInline aria-label={item.name} />
      )}
      {view.rendition === 'video' && <WatermarkOverlay look={view.look} />}
    </DarkStage>
  );
}

/** The most characters of a text; more is read in its viewer. */
const mostLetters = 20_000;

function Beginning({ item, view }: { item: Item; view: View }): ReactNode {
  const t = useText('preview.thumbnails');
  const { data, error } = useCall(previewByToken.text, { look: view.look });
  const late = useDelayed(data === undefined && error === null);
  if (error !== null) return <Nothing item={item} reason={error.message} />;
  if (data === undefined)
    return (
      <Stack grow align="center" justify="center">
        {late && <Spinner label={t('loading')} large />}
      </Stack>
    );
  return (
    <TextRegion className={styles.text} label={item.name} data-reads data-state="here">
      {data.text.slice(0, mostLetters)}
    </TextRegion>
  );
}

function Nothing({ item, reason }: { item: Item; reason: string }): ReactNode {
  return (
    <Unshown item={item} reason={reason}>
      <Text as="p" size="s" tone="muted">
        <RelativeTime iso={item.updateTime} />
        {item.size !== undefined && (
          <>
            {' · '}
            <FileSize bytes={item.size} />
          </>
        )}
      </Text>
    </Unshown>
  );
}

/** Why the document is not shown, with its icon. */
function Unshown({ item, reason, children }: { item: Item; reason: string; children?: ReactNode }): ReactNode {
  return (
    <Stack grow gap={3} pad={6} align="center" justify="center">
      <FileIcon objType={item.objType} size={72} {...(item.ext && { ext: item.ext })} />
      <Text as="p">{reason}</Text>
      {children}
    </Stack>
  );
}

interface QuickLookProps {
  documents: readonly Item[];
  first: Item;
  close: () => void;
  open: (item: Item) => void;
}

/** The element that the browser focuses when the dialog opens. */
const focusFirst = (frame: HTMLElement | null): void => frame?.setAttribute('autofocus', '');

/** One document enlarged over the list; arrow keys go to the next, and the list follows. */
export function QuickLook({ documents, first, close, open }: QuickLookProps): ReactNode {
  const t = useText('preview.thumbnails');
  const [at, setAt] = useState(() => documents.findIndex(({ id }) => id === first.id));
  const item = documents[at] ?? first;
  const step = (by: number): void => {
    const next = documents[at + by];
    if (next === undefined) return;
    setAt(at + by);
    highlight(next.id);
  };
  const back = (): void => step(-1);
  const on = (): void => step(1);
  const openIt = (): void => {
    close();
    open(item);
  };
  const onKeyDown = onKeys({ Space: close, Enter: openIt, ArrowLeft: back, ArrowUp: back, ArrowRight: on, ArrowDown: on });
  return (
    <OverlayDialog label={t('quickLookOf', { name: item.name })} close={close} onKeyDown={onKeyDown}>
      {/* Focused itself, so that the space bar that opened it also closes it. */}
      <Stack className={styles.window} tabIndex={-1} ref={focusFirst}>
        <Head item={item} step={step} isFirst={at <= 0} isLast={at >= documents.length - 1} close={close} open={openIt} />
        {can(item.rights, 'read') ? <QuickLookBody key={item.id} item={item} /> : <Unshown item={item} reason={t('noRight')} />}
      </Stack>
    </OverlayDialog>
  );
}

/** Handles keys of the dialog; the page behind receives none of them. */
function onKeys(keys: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    event.stopPropagation();
    const key = describeKey(event);
    // buttons, players and long texts handle their own keys
    const control = event.target instanceof Element ? event.target.closest('button,video,audio,[data-reads]') : null;
    const isItsOwn = control !== null && (control instanceof HTMLButtonElement ? ['Space', 'Enter'] : mediaKeys).includes(key);
    const run = isItsOwn ? undefined : keys[key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
}

const mediaKeys = ['Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

interface HeadProps {
  item: Item;
  step: (by: number) => void;
  isFirst: boolean;
  isLast: boolean;
  close: () => void;
  open: () => void;
}

function Head({ item, step, isFirst, isLast, close, open }: HeadProps): ReactNode {
  const t = useText('preview.thumbnails');
  return (
    <PaneHead
      title={
        <Row gap={2} grow>
          <FileIcon objType={item.objType} {...(item.ext && { ext: item.ext })} />
          <Heading level={2} size="m" truncate aria-live="polite" title={item.name}>
            {item.name}
          </Heading>
        </Row>
      }
    >
      <ToolButton label={t('previous')} hotkey="←" icon={<ArrowLeftOutlined />} disabled={isFirst} onClick={() => step(-1)} />
      <ToolButton label={t('next')} hotkey="→" icon={<ArrowRightOutlined />} disabled={isLast} onClick={() => step(1)} />
      {item.attachedTo === undefined && <OverlayShareButton view={item} close={close} />}
      <ToolButton label={t('open')} hotkey="Enter" icon={<ExportOutlined />} onClick={open} />
      <ToolButton label={t('close')} hotkey="Esc" icon={<CloseOutlined />} onClick={close} />
    </PaneHead>
  );
}
