import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { use, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { untilMade } from '../../preview/until-made.ts';
import { VisitorHostContext } from '../editor-parts.tsx';
import { type DrawnSlide, type DrawnVersion, drawnSlides } from './slide-differences.ts';

/** How far the drawing of a version is. */
export interface Drawing {
  state: 'making' | 'ready' | 'failed';
  /** From 0 to 1. */
  done: number;
  /** The address of the picture of a slide at a width in pixels; undefined where it is not drawn. */
  addressOf: (slide: DeckSlide, width: number) => string | undefined;
  /** A slide as it differs from its drawing, which may be of an older version. */
  shown: (slide: DeckSlide) => DeckSlide;
  /** A picture has come. */
  loaded: (address: string) => void;
}

const askEveryMs = 1500;
/** New small pictures that are waited for before they take the place of those of the version before. */
const mostFetched = 30;

/** Pixels of the picture of the slide that is looked at, and of those of the strip. */
export const drawnWidths = { stage: 1600, strip: 240 } as const;

const pageAddress = (look: string, page: number, width: number): string => `/look/page/${look}/${page}?width=${width}`;

/** Answers when the browser has a picture, or cannot have it. */
async function fetchPicture(address: string): Promise<void> {
  const picture = new Image();
  picture.src = address;
  await picture.decode().catch(() => undefined);
}

interface Deck {
  revisionId: string;
  slides: readonly DeckSlide[];
  /** The slide that is looked at. */
  chosen: number | undefined;
}

/**
 * The pages of a version as the viewer draws them. While they are drawn, those of the version before stay, with all that differs from them:
 * nobody is shown an older state than before.
 */
export function useDrawing(id: string, deck: Deck): Drawing {
  const { revisionId, slides } = deck;
  const host = use(VisitorHostContext);
  const [made, setMade] = useState<DrawnVersion>();
  const [progress, setProgress] = useState<Pick<Drawing, 'state' | 'done'>>({ state: 'making', done: 0 });
  const drawn = useRef<ReadonlyMap<number, DrawnSlide>>(new Map());
  const now = useRef(deck);
  now.current = deck;
  const loaded = useRef(new Set<string>());
  useEffect(() => {
    if (revisionId === '') return;
    const control = new AbortController();
    const { signal } = control;
    setProgress({ state: 'making', done: 0 });
    const wait = async (): Promise<void> => {
      // visitors are shown the present version: that of the session, as one from elsewhere ends it
      const look = host
        ? await host.previewToken(id)
        : (await call(preview.view, { id, currentRev: revisionId }, { quiet: true, signal })).look;
      const ask = (hasTime: boolean) => call(previewByToken.state, { look, as: 'pages', wait: hasTime }, { quiet: true, signal });
      // the long poll is answered only at the end
      const timer = setInterval(() => {
        ask(false).then(
          ({ state, done }) => state === 'making' && !signal.aborted && setProgress({ state, done }),
          () => undefined,
        );
      }, askEveryMs);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
      const answer = await untilMade(() => ask(true), signal);
      clearInterval(timer);
      if (answer.state === 'ready' && !signal.aborted) await fetchChanged(look, now.current, drawn.current);
      if (signal.aborted) return;
      setProgress({ state: answer.state, done: answer.done });
      if (answer.state === 'ready') setMade({ look, revisionId });
    };
    wait().catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setProgress({ state: 'failed', done: 0 });
    });
    return () => control.abort();
  }, [id, revisionId, host]);
  drawn.current = drawnSlides(drawn.current, slides, { made, revisionId });
  return {
    ...progress,
    shown: (slide) => drawn.current.get(slide.id)?.slide ?? slide,
    addressOf: (slide, width) => {
      const page = drawn.current.get(slide.id);
      if (page === undefined) return undefined;
      const address = pageAddress(page.look, page.page, width);
      // a version that a newer one of the same session replaces is gone: only what the browser has of it can be shown
      return (page.look === made?.look && made.revisionId === revisionId) || loaded.current.has(address) ? address : undefined;
    },
    loaded: (address) => void loaded.current.add(address),
  };
}

/** Fetches the pages that show what was changed, as what lies over the old ones goes with these. */
async function fetchChanged(look: string, { slides, chosen }: Deck, drawn: ReadonlyMap<number, DrawnSlide>): Promise<void> {
  const changed = slides.filter(({ id, page }) => page > 0 && drawn.get(id)?.slide.isChanged === true);
  const looked = slides.find(({ id, page }) => id === chosen && page > 0);
  await Promise.all([
    ...(looked === undefined ? [] : [fetchPicture(pageAddress(look, looked.page, drawnWidths.stage))]),
    ...changed.slice(0, mostFetched).map(({ page }) => fetchPicture(pageAddress(look, page, drawnWidths.strip))),
  ]);
}
