import type { Item } from '@dossier/contract/library';
import { looks } from '@dossier/contract/looks';
import { type ReactNode, useState } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { Size } from '../../ground/ui/size.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import { useView } from '../viewer/use-view.ts';
import type { View } from '../viewer/ask-view.ts';
import { MarkOverlay } from '../watermarks/mark-overlay.tsx';
import styles from './quick-look.module.css';

/** What a document shows of itself at once: the picture, its first page, the film, the beginning of its text. */
export function QuickLookBody({ item }: { item: Item }): ReactNode {
  const t = useText('thumbnails');
  const { data: view, error } = useView({ id: item.id });
  const late = useDelayed(view === undefined && error === null);
  if (error !== null) return <Nothing item={item} reason={error.message} />;
  if (view === undefined) return <div className={styles.body}>{late && <Waiting label={t('loading')} large />}</div>;
  if (view.rendition === 'video' || view.rendition === 'audio') return <Media item={item} view={view} />;
  if (view.rendition === 'text') return <Beginning item={item} view={view} />;
  const url = pictureOf(view);
  return url === undefined ? <Nothing item={item} reason={t('noPicture')} /> : <Large item={item} url={url} />;
}

const paged: ReadonlySet<View['rendition']> = new Set(['pdf', 'pages', 'html', 'sheet', 'drawing', 'mail']);

/** The whole picture, or the first page as one. */
function pictureOf({ rendition, streamUrl, look }: View): string | undefined {
  if (rendition === 'image') return streamUrl;
  return paged.has(rendition) ? `/look/page/${look}/1?width=1600` : undefined;
}

function Large({ item, url }: { item: Item; url: string }): ReactNode {
  const t = useText('thumbnails');
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming');
  const late = useDelayed(state === 'coming');
  if (state === 'failed') return <Nothing item={item} reason={t('noPicture')} />;
  return (
    <div className={styles.body} data-state={state}>
      {late && <Waiting className={styles.waiting} label={t('loading')} large />}
      <img
        className={styles.picture}
        src={url}
        alt={item.name}
        draggable={false}
        onLoad={() => setState('here')}
        onError={() => setState('failed')}
      />
    </div>
  );
}

function Media({ item, view }: { item: Item; view: View }): ReactNode {
  const t = useText('thumbnails');
  const [failed, setFailed] = useState(false);
  if (failed) return <Nothing item={item} reason={t('noPicture')} />;
  const events = { controls: true, controlsList: 'nodownload nofullscreen', src: view.streamUrl, onError: () => setFailed(true) };
  return (
    <div className={styles.body} data-state="here">
      {view.rendition === 'audio' ? (
        <audio {...events} aria-label={item.name} />
      ) : (
        <video {...events} className={styles.picture} disablePictureInPicture playsInline aria-label={item.name} />
      )}
      {view.rendition === 'video' && <MarkOverlay look={view.look} />}
    </div>
  );
}

/** More of a text is read in its viewer. */
const mostLetters = 20_000;

function Beginning({ item, view }: { item: Item; view: View }): ReactNode {
  const t = useText('thumbnails');
  const { data, error } = useCall(looks.text, { look: view.look });
  const late = useDelayed(data === undefined && error === null);
  if (error !== null) return <Nothing item={item} reason={error.message} />;
  if (data === undefined)
    return <div className={styles.text}>{late && <Waiting className={styles.reading} label={t('loading')} large />}</div>;
  return (
    // A region that scrolls is reached by the keyboard.
    <pre className={styles.text} tabIndex={0} data-reads data-state="here" aria-label={item.name}>
      {data.text.slice(0, mostLetters)}
    </pre>
  );
}

function Nothing({ item, reason }: { item: Item; reason: string }): ReactNode {
  return (
    <div className={styles.nothing}>
      <FileIcon objType={item.objType} size={72} {...(item.ext && { ext: item.ext })} />
      <p>{reason}</p>
      <p className={styles.facts}>
        <Time iso={item.updateTime} />
        {item.size !== undefined && (
          <>
            {' · '}
            <Size bytes={item.size} />
          </>
        )}
      </p>
    </div>
  );
}
