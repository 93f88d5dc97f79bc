import { content } from '@dossier/contract/content';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, call } from '../../../ground/call.ts';
import type { View } from '../viewer/use-view.ts';
import { neighbourIn } from './neighbours.ts';
import type { PictureOpening } from './open-picture.tsx';

export interface Pictures {
  /** The picture on the stage, as far as it is known. */
  current: Pick<View, 'id' | 'name' | 'ext'> & Partial<View>;
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
  const [current, setCurrent] = useState<Pictures['current']>(opening);
  const [loading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | true>();
  const [ends, setEnds] = useState({ back: false, on: false });
  const busy = useRef(true);
  const fetchOne = useCallback(async (ask: () => Promise<Pictures['current'] | undefined>) => {
    busy.current = true;
    setLoading(true);
    try {
      const found = await ask();
      if (found) {
        setFailure(undefined);
        setCurrent(found);
        if (found.streamUrl && found.rendition !== 'none') return;
        setFailure(true);
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
    busy.current = false;
    setLoading(false);
  }, []);
  useEffect(() => {
    const { id, currentRev } = opening;
    void fetchOne(() => call(content.view, { id, ...(currentRev && { currentRev }) }, { quiet: true }));
  }, [opening, fetchOne]);
  const listed = through && 'ids' in through ? through.ids : undefined;
  const step = (way: -1 | 1): void => {
    if (busy.current || !through) return;
    if ('ids' in through) {
      const id = neighbourIn(through.ids, current.id, way);
      if (id) void fetchOne(() => call(content.view, { id }, { quiet: true }));
      return;
    }
    void fetchOne(async () => {
      const { found, ...view } = await call(
        way < 0 ? content.viewPrevious : content.viewNext,
        { id: current.id, ...through },
        { quiet: true },
      );
      setEnds((before) => (way < 0 ? { back: !found, on: found ? false : before.on } : { back: found ? false : before.back, on: !found }));
      return found && view.id ? (view as View) : undefined;
    });
  };
  const rest = (reason?: true): void => {
    busy.current = false;
    setLoading(false);
    if (reason) setFailure(reason);
  };
  return {
    current,
    loading,
    ...(failure !== undefined && { failure }),
    canStep: {
      back: through !== undefined && (listed ? neighbourIn(listed, current.id, -1) !== undefined : !ends.back),
      on: through !== undefined && (listed ? neighbourIn(listed, current.id, 1) !== undefined : !ends.on),
    },
    step,
    shown: () => rest(),
    failed: () => rest(true),
  };
}
