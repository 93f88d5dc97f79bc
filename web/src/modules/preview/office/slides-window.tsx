import { PptxViewer, RECOMMENDED_ZIP_LIMITS } from '@aiden0z/pptx-renderer';
import { right } from '@dossier/contract/core/rights';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { readBytes } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { MarkLayer } from '../marks/comment-marks.tsx';
import { useShownPlace } from '../shown-place.ts';
import type { WindowProps } from '../view-request.ts';
import { PageSteps } from '../viewer/page-tools.tsx';
import { usePrintGuard } from '../viewer/printing.tsx';
import { CardInstead, ViewerFrame } from '../viewer/viewer-frame.tsx';
import { NoticeLine, ScrollRegion, Waiting } from '../viewer-parts.tsx';
import { useNumberedThreads } from '../placed-threads.ts';
import styles from './office.module.css';

/** Slides rendered by the browser, where the server has no office engine; an approximation. */
export function SlidesWindow({ view, query: { currentRev } }: WindowProps): ReactNode {
  const t = useText('preview.viewer');
  const stage = useRef<HTMLDivElement>(null);
  const { phase, page, pages, goTo, layers } = useSlides(stage, view.streamUrl);
  const threads = useNumberedThreads();
  useShownPlace({ isReady: phase === 'ready', goTo });
  usePrintGuard((view.rights & right.print) !== 0, false);
  useHotkeys({
    n: () => goTo(page + 1),
    p: () => goTo(page - 1),
    ArrowRight: () => goTo(page + 1),
    ArrowLeft: () => goTo(page - 1),
    Home: () => goTo(1),
    End: () => goTo(pages),
  });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      page={phase === 'ready' ? page : 0}
      isAwaited={phase === 'loading'}
      tools={<PageSteps page={page} pages={pages} disabled={phase !== 'ready'} goTo={goTo} />}
      marking={phase === 'ready' && 'point'}
    >
      {phase === 'loading' && (
        <Waiting>
          <Spinner label={t('loading')} delay={150} />
        </Waiting>
      )}
      {phase === 'failed' ? (
        <CardInstead view={view} currentRev={currentRev} reason={t('failBroken')} />
      ) : (
        <>
          {phase === 'ready' && (
            <NoticeLine as="p" justify="center">
              {t('drawnHere')}
            </NoticeLine>
          )}
          <ScrollRegion className={styles.slides} label={view.name} onClickCapture={leadNowhere}>
            <div ref={stage} className={styles.list} />
          </ScrollRegion>
          {[...layers].map(([slide, layer]) => createPortal(<MarkLayer page={slide} threads={threads} points />, layer, String(slide)))}
        </>
      )}
    </ViewerFrame>
  );
}

/** Links of a presentation are not trusted: only http(s) targets open, in a new tab. */
function leadNowhere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (/^https?:$/.test(link.protocol)) window.open(link.href, '_blank', 'noopener,noreferrer');
}

interface Slides {
  phase: 'loading' | 'ready' | 'failed';
  /** From 1. */
  page: number;
  pages: number;
  goTo: (page: number) => void;
  /** Over the slides that are rendered now, for what is drawn on them. */
  layers: ReadonlyMap<number, HTMLElement>;
}

/** An empty layer over a slide: beside its element, which is scaled. */
function layerOver(slide: HTMLElement): HTMLElement {
  const layer = document.createElement('div');
  layer.className = styles.marks ?? '';
  const frame = slide.parentElement;
  if (frame && getComputedStyle(frame).position === 'static') frame.style.position = 'relative';
  frame?.append(layer);
  return layer;
}

/** Renders the slides at an address into a scroll container, windowed. */
function useSlides(stage: { current: HTMLDivElement | null }, url: string): Slides {
  const viewer = useRef<PptxViewer>(undefined);
  const [phase, setPhase] = useState<Slides['phase']>('loading');
  const [at, setAt] = useState({ page: 1, pages: 0 });
  const [layers, setLayers] = useState<ReadonlyMap<number, HTMLElement>>(new Map());
  useEffect(() => {
    const box = stage.current;
    if (box === null) return;
    const control = new AbortController();
    const { signal } = control;
    const drawn = new PptxViewer(box, {
      ...(box.parentElement && { scrollContainer: box.parentElement }),
      zipLimits: RECOMMENDED_ZIP_LIMITS,
      lazyMedia: true,
      lazySlides: true,
      pdfjs: false,
      onSlideRendered: (index, element) => setLayers((before) => new Map(before).set(index + 1, layerOver(element))),
      onSlideUnmounted: (index) => setLayers((before) => new Map([...before].filter(([slide]) => slide !== index + 1))),
      onSlideChange: (index) => setAt((before) => ({ ...before, page: index + 1 })),
    });
    viewer.current = drawn;
    const draw = async (): Promise<void> => {
      const bytes = await (await readBytes(url, signal)).arrayBuffer();
      await drawn.open(bytes, { renderMode: 'list', signal, listOptions: { windowed: true, initialSlides: 4, batchSize: 4 } });
      if (signal.aborted) return;
      setAt((before) => ({ ...before, pages: drawn.slideCount }));
      setPhase(drawn.slideCount > 0 ? 'ready' : 'failed');
    };
    draw().catch(() => signal.aborted || setPhase('failed'));
    return () => {
      control.abort();
      setLayers(new Map());
      drawn.destroy();
    };
  }, [stage, url]);
  const goTo = (page: number): void => void viewer.current?.goToSlide(Math.min(Math.max(1, page), at.pages) - 1);
  return { phase, ...at, goTo, layers };
}
