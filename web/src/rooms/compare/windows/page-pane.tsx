import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../ground/text.ts';
import { ErrorBox } from '../../../ground/ui/error-box.tsx';
import { Waiting } from '../../../ground/ui/waiting.tsx';
import { gap, type Size, shownSize } from '../../pages/page-layout.ts';
import type { Pages } from '../../pages/use-pages.ts';
import { ChangeBoxes } from './change-boxes.tsx';
import styles from './panes.module.css';
import type { Change } from '../use-comparison.ts';

interface PagePaneProps {
  side: 'before' | 'after';
  look: string;
  name: string;
  pages: Pages;
  changes: Change[];
  current: number;
  choose: (at: number) => void;
  /** Somebody has a hand on it. */
  take: () => void;
}

/** The pages of one side. */
export function PagePane({ side, look, name, pages, changes, current, choose, take }: PagePaneProps): ReactNode {
  const t = useText('compare');
  const { container, sizes, tops, scale, range, correct } = pages;
  const [first, last] = range;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const widest = sizes.reduce((most, size) => Math.max(most, shownSize(size, scale).width), 0);
  const byPage = useMemo(() => changesByPage(changes, side), [changes, side]);
  return (
    <div
      className={styles.pane}
      ref={container}
      tabIndex={0}
      role="region"
      aria-label={t(side === 'before' ? 'beforeNamed' : 'afterNamed', { name })}
      onPointerEnter={take}
      onTouchStart={take}
      onWheel={take}
      onKeyDown={take}
    >
      {pages.error ? (
        <ErrorBox error={pages.error} />
      ) : (
        <div className={styles.pages} style={{ height: tops.at(-1) ?? gap, width: widest }}>
          {numbers.map((page) => (
            <Sheet
              key={page}
              look={look}
              page={page}
              top={tops[page - 1] ?? 0}
              size={shownSize(sizes[page - 1] ?? { width: 1, height: 1 }, scale)}
              correct={correct}
            >
              <ChangeBoxes places={byPage.get(page)} current={current} choose={choose} />
            </Sheet>
          ))}
        </div>
      )}
    </div>
  );
}

/** Where differences stand, by page. */
function changesByPage(changes: Change[], side: 'before' | 'after') {
  const found = new Map<number, { at: number; change: Change; boxes: NonNullable<Change['placesBefore']>[number]['boxes'] }[]>();
  for (const [at, change] of changes.entries()) {
    for (const { page, boxes } of (side === 'before' ? change.placesBefore : change.placesAfter) ?? []) {
      const all = found.get(page) ?? [];
      all.push({ at, change, boxes });
      found.set(page, all);
    }
  }
  return found;
}

interface SheetProps {
  look: string;
  page: number;
  top: number;
  /** In CSS pixels. */
  size: Size;
  correct: (page: number, ratio: number) => void;
  children: ReactNode;
}

function Sheet({ look, page, top, size, correct, children }: SheetProps): ReactNode {
  const t = useText('compare');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const wanted = size.width * Math.min(2, devicePixelRatio);
  const width = [240, 900, 1600].find((one) => one >= wanted) ?? 2400;
  return (
    <section className={styles.sheet} style={{ top, ...size }} aria-label={t('pageN', { n: page })}>
      <img
        src={`/look/page/${look}/${page}?width=${width}`}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setState('shown');
          correct(page, naturalHeight / naturalWidth);
        }}
        onError={() => setState('failed')}
      />
      {children}
      {state === 'loading' && <Waiting className={styles.state} label={t('loading')} delay={300} />}
      {state === 'failed' && <p className={styles.state}>{t('pageFailed')}</p>}
    </section>
  );
}
