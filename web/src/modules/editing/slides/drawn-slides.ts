import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
import { preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { use, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { VisitorHostContext } from '../editor-parts.tsx';

/** How far the drawing of a version is. */
export interface Drawing {
  state: 'making' | 'ready' | 'failed';
  /** From 0 to 1. */
  done: number;
  /** The address of the picture of a slide at a width in pixels; undefined where it is not drawn. */
  addressOf: (slide: DeckSlide, width: number) => string | undefined;
  /** A picture has come. */
  loaded: (address: string) => void;
}

interface Made {
  look: string;
  revisionId: string;
}

const askEveryMs = 1500;

/** The pages of a version as the viewer draws them; while they are drawn, those of the version before stay. */
export function useDrawing(id: string, revisionId: string, slides: readonly DeckSlide[]): Drawing {
  const host = use(VisitorHostContext);
  const [made, setMade] = useState<Made>();
  const [progress, setProgress] = useState<Pick<Drawing, 'state' | 'done'>>({ state: 'making', done: 0 });
  /** The pages of the version that is shown, by the ids of the slides. */
  const pages = useRef<ReadonlyMap<number, number>>(new Map());
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
      let now = await ask(true);
      while (now.state === 'making' && !signal.aborted) now = await ask(true);
      clearInterval(timer);
      if (signal.aborted) return;
      setProgress({ state: now.state, done: now.done });
      if (now.state === 'ready') setMade({ look, revisionId });
    };
    wait().catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setProgress({ state: 'failed', done: 0 });
    });
    return () => control.abort();
  }, [id, revisionId, host]);
  if (made?.revisionId === revisionId) pages.current = new Map(slides.map((slide) => [slide.id, slide.page]));
  return {
    ...progress,
    addressOf: (slide, width) => {
      const page = pages.current.get(slide.id);
      if (made === undefined || page === undefined || page === 0) return undefined;
      const address = `/look/page/${made.look}/${page}?width=${width}`;
      // a version that a newer one of the same session replaces is gone: only what the browser has of it can be shown
      return made.revisionId === revisionId || loaded.current.has(address) ? address : undefined;
    },
    loaded: (address) => void loaded.current.add(address),
  };
}
