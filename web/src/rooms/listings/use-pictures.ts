import { type RefObject, useEffect, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import type { FindPictures } from './find-pictures.ts';

/** One text asks for so many pictures at most. */
const most = 50;

/** Puts the pictures into a page that stand beside it; tells whether some of them are not there. */
export function usePictures(page: RefObject<HTMLElement | null>, html: string, find: FindPictures): boolean {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const marks = [...(page.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
    const paths = [...new Set(marks.map(({ dataset }) => dataset['picture'] ?? ''))];
    if (paths.length === 0) return;
    let isGone = false;
    const put = (found: ReadonlyMap<string, string>): void => {
      if (isGone) return;
      for (const mark of marks) {
        const url = found.get(mark.dataset['picture'] ?? '');
        if (url === undefined) setMissing(true);
        else mark.replaceWith(pictureOf(url, mark, () => setMissing(true)));
      }
    };
    find(paths.slice(0, most)).then(put, (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      put(new Map());
    });
    return () => {
      isGone = true;
      setMissing(false);
    };
  }, [page, html, find]);
  return missing;
}

/** A picture in place of its name; where it does not come its name stands there again. */
function pictureOf(url: string, mark: HTMLElement, fail: () => void): HTMLImageElement {
  const picture = new Image();
  picture.alt = mark.textContent;
  picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.addEventListener(
    'error',
    () => {
      picture.replaceWith(mark);
      fail();
    },
    { once: true },
  );
  picture.src = url;
  return picture;
}
