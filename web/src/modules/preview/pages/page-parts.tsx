import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { PlainButton, Stack } from '../../../platform/ui/layout.tsx';
import { PagesRegion, WindowedList } from '../viewer-parts.tsx';
import { type Size, thumbnailRow } from './page-layout.ts';
import styles from './pages.module.css';

/** The scrolling part with the pages; `extent` is the size of all of them. */
export function PageScroller({ extent, children, ...rest }: { extent: Size } & ComponentProps<typeof PagesRegion>): ReactNode {
  return (
    <PagesRegion {...rest}>
      <Stack anchor className={styles.pages} style={extent}>
        {children}
      </Stack>
    </PagesRegion>
  );
}

interface PageSheetProps {
  page: number;
  label: string;
  top: number;
  /** In CSS pixels. */
  size: Size;
  children: ReactNode;
}

/** The paper of a page at its place. */
export function PageSheet({ page, label, top, size: { width, height }, children }: PageSheetProps): ReactNode {
  return (
    <section className={styles.sheet} style={{ top, width, height }} aria-label={label} data-page={page}>
      {children}
    </section>
  );
}

/** What is said on the paper of a page that is not drawn. */
export function PageState({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.state}>{children}</div>;
}

interface PageThumbnailsProps {
  page: number;
  pages: number;
  overscan: number;
  /** How high the image of a page is at most, by its size; the same function as long as the sizes are. */
  sizeOf: (page: number) => Size;
  goTo: (page: number) => void;
  /** The image of a page. */
  children: (page: number) => ReactNode;
}

/** Page thumbnails in a column; windowed. */
export function PageThumbnails({ page, pages, overscan, sizeOf, goTo, children }: PageThumbnailsProps): ReactNode {
  const t = useText('preview.viewer');
  const box = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: pages,
    getScrollElement: () => box.current,
    estimateSize: (index) => thumbnailRow(sizeOf(index + 1)),
    overscan,
  });
  useLayoutEffect(() => rows.measure(), [rows, sizeOf]);
  useEffect(() => rows.scrollToIndex(page - 1), [page, rows]);
  return (
    <Stack grow scroll ref={box}>
      <WindowedList height={rows.getTotalSize()} aria-label={t('pages')}>
        {rows.getVirtualItems().map(({ index, start, size }) => (
          <li key={index} style={{ height: size, transform: `translateY(${start}px)` }}>
            <PlainButton
              lit
              className={styles.thumbnail}
              aria-current={index + 1 === page ? 'page' : undefined}
              onClick={() => goTo(index + 1)}
              aria-label={t('pageN', { count: index + 1 })}
            >
              {children(index + 1)}
              <span aria-hidden="true">{index + 1}</span>
            </PlainButton>
          </li>
        ))}
      </WindowedList>
    </Stack>
  );
}
