import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useHotkeys } from '../../../ground/hooks/use-hotkeys.ts';
import { useText } from '../../../ground/text.ts';
import { ToolButton } from '../../../ground/ui/tool-button.tsx';
import { shownSize } from '../../pages/page-layout.ts';
import { type Pages, usePages } from '../../pages/use-pages.ts';
import { type Links, placeBeside, rising, turnedRound } from './linked-places.ts';
import { OverlaidPictures } from './overlaid-pictures.tsx';
import { PagePane } from './page-pane.tsx';
import styles from './panes.module.css';
import type { Change } from '../use-comparison.ts';
import type { WindowProps } from '../window-props.ts';

type Side = 'before' | 'after';

/** The pages of both beside each other, with what differs in boxes; where one is scrolled the other goes along. */
export function PagesWindow(props: WindowProps): ReactNode {
  const { looks, found, current, mode } = props;
  if (mode === 'side') return <PagesBeside {...props} />;
  const change = found.changes[current] ?? found.changes[0];
  const pageUrl = (look: string, places: Change['placesBefore']): string => `/look/page/${look}/${places?.[0]?.page ?? 1}?width=1600`;
  const urls: [string, string] = [pageUrl(looks.look, change?.placesBefore), pageUrl(looks.other, change?.placesAfter)];
  return (
    <OverlaidPictures key={[mode, ...urls].join(' ')} urls={urls} how={mode === 'slider' || mode === 'overlay' ? mode : 'difference'} />
  );
}

function PagesBeside({ open, looks, found, current, round, choose }: WindowProps): ReactNode {
  const t = useText('compare');
  const [before, after] = [usePages(looks.look), usePages(looks.other)];
  const links = useMemo(() => linksOf(found.changes, before, after), [found.changes, before, after]);
  const hand = useLinkedScroll({ before, after, links });
  const change = found.changes[current];
  const stands = before.sizes.length > 0 && after.sizes.length > 0;
  // a page that turns out larger does not scroll
  const show = useEffectEvent(() => {
    if (!stands || change === undefined) return;
    delete hand.side;
    const [one, other] = [change.placesBefore?.[0], change.placesAfter?.[0]];
    if (one) before.goTo(one.page, one.boxes[0]);
    if (other) after.goTo(other.page, other.boxes[0]);
  });
  useEffect(() => show(), [change, round, stands]);
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
      <div className={styles.zoom} role="group" aria-label={t('zoom')}>
        <ToolButton label={t('smaller')} icon={<ZoomOutOutlined />} hotkey="-" onClick={zoom(-1)} />
        <ToolButton label={t('larger')} icon={<ZoomInOutlined />} hotkey="+" onClick={zoom(1)} />
      </div>
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
  return rising(links);
}

/** Whichever side somebody has a hand on leads the other. */
function useLinkedScroll({ before, after, links }: { before: Pages; after: Pages; links: Links }) {
  const [hand] = useState<{ side?: Side }>({});
  const [one, other] = [before.container, after.container];
  useEffect(() => {
    const boxes = { before: one.current, after: other.current };
    if (!boxes.before || !boxes.after) return;
    const lead = (side: Side): (() => void) => {
      const along = side === 'before' ? links : turnedRound(links);
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
