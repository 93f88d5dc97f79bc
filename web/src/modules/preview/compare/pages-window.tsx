import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { type Size, gap, shownSize } from '../pages/page-layout.ts';
import { PageScroller, PageSheet, PageState } from '../pages/page-parts.tsx';
import { type Pages, usePages } from '../pages/use-pages.ts';
import styles from './compare.module.css';
import { ChangeBoxes, OverlaidImages } from './image-window.tsx';
import type { Change, WindowProps } from './use-comparison.ts';

interface PagePaneProps {
  side: 'before' | 'after';
  look: string;
  name: string;
  pages: Pages;
  changes: Change[];
  current: number;
  choose: (at: number) => void;
  /** Called when the user touches this side. */
  take: () => void;
}

/** The pages of one side. */
function PagePane({ side, look: previewToken, name, pages, changes, current, choose, take }: PagePaneProps): ReactNode {
  const t = useText('preview.compare');
  const { container, sizes, tops, scale, range, correct } = pages;
  const [first, last] = range;
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const widest = sizes.reduce((most, size) => Math.max(most, shownSize(size, scale).width), 0);
  const byPage = useMemo(() => changesByPage(changes, side), [changes, side]);
  return (
    <Stack anchor sunken>
      {pages.error ? (
        <ErrorBox error={pages.error} />
      ) : (
        <PageScroller
          label={t(side === 'before' ? 'beforeNamed' : 'afterNamed', { name })}
          extent={{ height: tops.at(-1) ?? gap, width: widest }}
          ref={container}
          onPointerEnter={take}
          onTouchStart={take}
          onWheel={take}
          onKeyDown={take}
        >
          {numbers.map((page) => (
            <ComparedPage
              key={page}
              look={previewToken}
              page={page}
              top={tops[page - 1] ?? 0}
              size={shownSize(sizes[page - 1] ?? { width: 1, height: 1 }, scale)}
              correct={correct}
            >
              <ChangeBoxes places={byPage.get(page)} current={current} choose={choose} />
            </ComparedPage>
          ))}
        </PageScroller>
      )}
    </Stack>
  );
}

/** The boxes of changes by page. */
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

interface ComparedPageProps {
  look: string;
  page: number;
  top: number;
  /** In CSS pixels. */
  size: Size;
  correct: (page: number, ratio: number) => void;
  children: ReactNode;
}

function ComparedPage({ look: previewToken, page, top, size, correct, children }: ComparedPageProps): ReactNode {
  const t = useText('preview.compare');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const wanted = size.width * Math.min(2, devicePixelRatio);
  const width = [240, 900, 1600].find((one) => one >= wanted) ?? 2400;
  return (
    <PageSheet page={page} label={t('pageN', { count: page })} top={top} size={size}>
      <img
        src={`/look/page/${previewToken}/${page}?width=${width}`}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setState('shown');
          correct(page, naturalHeight / naturalWidth);
        }}
        onError={() => setState('failed')}
      />
      {children}
      {state === 'loading' && (
        <PageState>
          <Spinner label={t('loading')} delay={300} />
        </PageState>
      )}
      {state === 'failed' && <PageState>{t('pageFailed')}</PageState>}
    </PageSheet>
  );
}

type Side = 'before' | 'after';

/** The pages of both sides with boxes around changes; scrolling one side scrolls the other. */
export function PagesWindow(props: WindowProps): ReactNode {
  const { looks, found, current, mode } = props;
  if (mode === 'side') return <PagesBeside {...props} />;
  const change = found.changes[current] ?? found.changes[0];
  const pageUrl = (previewToken: string, places: Change['placesBefore']): string =>
    `/look/page/${previewToken}/${places?.[0]?.page ?? 1}?width=1600`;
  const urls: [string, string] = [pageUrl(looks.look, change?.placesBefore), pageUrl(looks.other, change?.placesAfter)];
  return <OverlaidImages key={[mode, ...urls].join(' ')} urls={urls} how={mode === 'slider' || mode === 'overlay' ? mode : 'difference'} />;
}

function PagesBeside({ open, looks, found, current, round, choose }: WindowProps): ReactNode {
  const t = useText('preview.compare');
  const [before, after] = [usePages(looks.look), usePages(looks.other)];
  const links = useMemo(() => linksOf(found.changes, before, after), [found.changes, before, after]);
  const hand = useLinkedScroll({ before, after, links });
  const change = found.changes[current];
  const isReady = before.sizes.length > 0 && after.sizes.length > 0;
  // a page whose measured size differs must not scroll
  const show = useEffectEvent(() => {
    if (!isReady || change === undefined) return;
    delete hand.side;
    const [one, other] = [change.placesBefore?.[0], change.placesAfter?.[0]];
    if (one) before.goTo(one.page, one.boxes[0]);
    if (other) after.goTo(other.page, other.boxes[0]);
  });
  useEffect(() => show(), [change, round, isReady]);
  // pages get their scale once they are known; who has scrolled stays there
  const scaled = useEffectEvent(() => hand.side === undefined && show());
  useEffect(() => void scaled(), [before.scale, after.scale]);
  const zoom = (steps: number) => (): void => {
    before.zoomBy(steps);
    after.zoomBy(steps);
  };
  useHotkeys({ '+': zoom(1), '=': zoom(1), '-': zoom(-1) });
  const pane = (side: Side, pages: Pages): ReactNode => (
    <PagePane
      side={side}
      look={side === 'before' ? looks.look : looks.other}
      name={open[side].view.name}
      pages={pages}
      changes={found.changes}
      current={current}
      choose={choose}
      take={() => void (hand.side = side)}
    />
  );
  return (
    <div className={styles.two}>
      {pane('before', before)}
      {pane('after', after)}
      <Row className={styles.zoom} role="group" aria-label={t('zoom')}>
        <ToolButton label={t('smaller')} icon={<ZoomOutOutlined />} hotkey="-" onClick={zoom(-1)} />
        <ToolButton label={t('larger')} icon={<ZoomInOutlined />} hotkey="+" onClick={zoom(1)} />
      </Row>
    </div>
  );
}

function linksOf(changes: Change[], before: Pages, after: Pages): Links {
  const heightOf = (pages: Pages, places: Change['placesBefore']): number | undefined => {
    const place = places?.[0];
    const [size, top] = [pages.sizes[(place?.page ?? 0) - 1], pages.tops[(place?.page ?? 0) - 1]];
    if (!place || !size || top === undefined) return undefined;
    return top + shownSize(size, pages.scale).height * (place.boxes[0]?.y ?? 0);
  };
  const links: Links = [];
  for (const { placesBefore, placesAfter } of changes) {
    const [one, other] = [heightOf(before, placesBefore), heightOf(after, placesAfter)];
    if (one !== undefined && other !== undefined) links.push([one, other]);
  }
  const [endOne, endOther] = [before.tops.at(-1), after.tops.at(-1)];
  if (endOne !== undefined && endOther !== undefined) links.push([endOne, endOther]);
  return risingLinks(links);
}

/** The side that the user last touched leads the other. */
function useLinkedScroll({ before, after, links }: { before: Pages; after: Pages; links: Links }) {
  const [hand] = useState<{ side?: Side }>({});
  const [one, other] = [before.container, after.container];
  useEffect(() => {
    const boxes = { before: one.current, after: other.current };
    if (!boxes.before || !boxes.after) return;
    const lead = (side: Side): (() => void) => {
      const along = side === 'before' ? links : swapSides(links);
      return () => {
        const [from, to] = side === 'before' ? [boxes.before, boxes.after] : [boxes.after, boxes.before];
        if (hand.side !== side || !from || !to) return;
        const third = from.clientHeight / 3;
        to.scrollTop = placeBeside(from.scrollTop + third, along) - third;
      };
    };
    const [leadBefore, leadAfter] = [lead('before'), lead('after')];
    boxes.before.addEventListener('scroll', leadBefore, { passive: true });
    boxes.after.addEventListener('scroll', leadAfter, { passive: true });
    return () => {
      boxes.before?.removeEventListener('scroll', leadBefore);
      boxes.after?.removeEventListener('scroll', leadAfter);
    };
  }, [one, other, links, hand]);
  return hand;
}

/** Pairs of corresponding heights on both sides, in order. */
export type Links = [one: number, other: number][];

/** The height on the other side that corresponds to one: interpolated between two links. */
export function placeBeside(height: number, links: Links): number {
  let before: [number, number] = [0, 0];
  for (const link of links) {
    if (link[0] > height) {
      const part = (height - before[0]) / (link[0] - before[0]);
      return before[1] + part * (link[1] - before[1]);
    }
    before = link;
  }
  return before[1] + (height - before[0]);
}

/** Only links that rise on both sides can be interpolated. */
export function risingLinks(links: Links): Links {
  const rising: Links = [];
  for (const link of links) {
    const last = rising.at(-1) ?? [0, 0];
    if (link[0] > last[0] && link[1] > last[1]) rising.push(link);
  }
  return rising;
}

export const swapSides = (links: Links): Links => links.map(([left, other]) => [other, left]);
