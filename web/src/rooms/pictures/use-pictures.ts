import { preview } from '@dossier/contract/preview';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { CallError, call, canReach } from '../../ground/call.ts';
import { groundText } from '../../ground/text.ts';
import type { View } from '../viewer/ask-view.ts';
import { neighbourIn } from './neighbours.ts';
import type { PictureOpening, Through } from './opening.ts';

type Picture = Pick<View, 'id' | 'name' | 'ext'> & Partial<View>;

export interface Pictures {
  /** The picture on the stage, as far as it is known. */
  current: Picture;
  loading: boolean;
  /** The server's words, or `true` where the browser could not draw it. */
  failure?: string | true;
  canStep: Record<'back' | 'on', boolean>;
  step: (way: -1 | 1) => void;
  shown: () => void;
  failed: () => void;
}

/** The pictures one goes through: by a list of ids, or by asking the server for the neighbour; nothing moves while one is loading. */
export function usePictures(opening: PictureOpening): Pictures {
  const { through } = opening;
  const [ends, setEnds] = useState({ back: false, on: false });
  const { current, loading, failure, busy, take, go, rest } = useOnePicture(opening);
  useEffect(() => {
    const { id, currentRev } = opening;
    void take(() => call(preview.view, { id, currentRev }, { quiet: true }));
  }, [opening, take]);
  const step = (way: -1 | 1): void => {
    if (busy.current || !through) return;
    if ('ids' in through) {
      const id = neighbourIn(through.ids, current.id, way);
      if (id) go(() => call(preview.view, { id }, { quiet: true }));
      return;
    }
    go(async () => {
      const { found, ...view } = await call(
        way < 0 ? preview.viewPrevious : preview.viewNext,
        { id: current.id, ...through },
        { quiet: true },
      );
      setEnds((before) => (way < 0 ? { back: !found, on: before.on && !found } : { back: before.back && !found, on: !found }));
      return found && view.id ? (view as View) : undefined;
    });
  };
  return {
    current,
    loading,
    ...(failure !== undefined && { failure }),
    canStep: { back: canGo(through, current.id, -1) && !ends.back, on: canGo(through, current.id, 1) && !ends.on },
    step,
    shown: () => rest(),
    failed: () => void canReach(current.streamUrl ?? '').then((reached) => rest(reached || groundText('noConnection'))),
  };
}

function canGo(through: Through | undefined, id: string, way: -1 | 1): boolean {
  return through !== undefined && (!('ids' in through) || neighbourIn(through.ids, id, way) !== undefined);
}

interface OnePicture extends Pick<Pictures, 'current' | 'loading'> {
  failure: string | true | undefined;
  busy: RefObject<boolean>;
  /** Shows what the server answers. */
  take: (ask: () => Promise<Picture | undefined>) => Promise<void>;
  /** The same, saying at once that something is loading. */
  go: (ask: () => Promise<Picture | undefined>) => void;
  /** The picture stands, or failed. */
  rest: (reason?: string | true) => void;
}

/** One picture at a time, from asking the server until the browser has drawn it. */
function useOnePicture(opening: PictureOpening): OnePicture {
  const [current, setCurrent] = useState<Picture>(opening);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | true>();
  const busy = useRef(true);
  const rest = useCallback((reason?: string | true): void => {
    busy.current = false;
    setLoading(false);
    if (reason !== undefined) setFailure(reason);
  }, []);
  const take = useCallback<OnePicture['take']>(
    async (ask) => {
      try {
        const found = await ask();
        if (!found) return rest();
        setFailure(undefined);
        setCurrent(found);
        if (!found.streamUrl || found.rendition === 'none') rest(true);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        rest(error.message);
      }
    },
    [rest],
  );
  const go = (ask: () => Promise<Picture | undefined>): void => {
    busy.current = true;
    setLoading(true);
    void take(ask);
  };
  return { current, loading, failure, busy, take, go, rest };
}
