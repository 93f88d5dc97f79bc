import { type PagePiece, pageLooks } from '@dossier/contract/page-looks';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useState } from 'react';
import { call } from '../../ground/call.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { WaitingLater } from '../../ground/ui/later.ts';
import { type Size, turned } from './page-layout.ts';
import styles from './pages.module.css';
import type { Hit } from './use-page-find.ts';

interface PageSheetProps {
  look: string;
  page: number;
  top: number;
  /** In CSS pixels, as it stands upright. */
  size: Size;
  rotation: number;
  words: boolean;
  hits: Hit[];
  current: Hit | undefined;
  correct: (page: number, ratio: number) => void;
}

/** One page: its picture, what was found on it, and its text to be selected. */
export function PageSheet({ look, page, top, size, rotation, words, hits, current, correct }: PageSheetProps): ReactNode {
  const t = useText('viewer');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const late = useDelayed(state === 'loading', 300);
  const { width, height } = turned(size, rotation);
  const wanted = Math.ceil(size.width * Math.min(2, devicePixelRatio));
  return (
    <section className={styles.sheet} style={{ top, width, height }} aria-label={t('pageN', { n: page })} data-page={page}>
      <div
        className={styles.upright}
        style={{ width: size.width, height: size.height, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
      >
        <img
          src={`/look/page/${look}/${page}?width=${widthOf(wanted)}`}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setState('shown');
            correct(page, naturalHeight / naturalWidth);
          }}
          onError={() => setState('failed')}
        />
        {hits.flatMap((hit) =>
          hit.boxes.map((box) => (
            <i
              key={`${box.x} ${box.y}`}
              className={hit === current ? styles.current : styles.hit}
              style={{
                left: `${box.x * 100}%`,
                top: `${box.y * 100}%`,
                width: `${box.width * size.width}px`,
                height: `${box.height * size.height}px`,
                ...(box.turn && { transform: `rotate(${box.turn}deg)` }),
              }}
            />
          )),
        )}
        {words && <Words look={look} page={page} width={size.width} height={size.height} />}
      </div>
      {late && (
        <div className={styles.loading}>
          <WaitingLater label={t('loading')} />
        </div>
      )}
      {state === 'failed' && <p className={styles.failed}>{t('pageFailed')}</p>}
    </section>
  );
}

/** A few widths only, so that a little zooming asks for no new picture. */
const widthOf = (wanted: number): number => [240, 900, 1600].find((width) => width >= wanted) ?? 2400;

const Words = memo(function Words({ look, page, width, height }: { look: string; page: number; width: number; height: number }): ReactNode {
  const words = useQuery({
    queryKey: [pageLooks.words.path, look, page],
    queryFn: ({ signal }) => call(pageLooks.words, { look, page }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  return (
    <div className={styles.words}>
      {words.data?.pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a page never change their places
        <Piece key={at} piece={piece} width={width} height={height} />
      ))}
    </div>
  );
});

let measure: CanvasRenderingContext2D | null | undefined;
const measured = 100;

/** How wide letters of one pixel would make a text. */
function widthOfText(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (!measure) return 0;
  measure.font = `${measured}px sans-serif`;
  return measure.measureText(text).width / measured;
}

function Piece({ piece, width, height }: { piece: PagePiece; width: number; height: number }): ReactNode {
  const text = piece.text.replace(/\n$/, '');
  const size = piece.height * height;
  const natural = widthOfText(text) * size;
  const stretch = natural > 0 ? (piece.width * width) / natural : 1;
  return (
    <>
      <span
        style={{
          left: `${piece.x * 100}%`,
          top: `${piece.y * 100}%`,
          fontSize: size,
          transform: `${piece.turn ? `rotate(${piece.turn}deg) ` : ''}scaleX(${stretch})`,
        }}
      >
        {text}
      </span>
      {piece.text.endsWith('\n') && <br />}
    </>
  );
}
