import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { isReachable } from '../../../platform/call.ts';

/** Why nothing plays: this browser does not understand the file, or the file did not come. */
export type MediaFailure = 'codec' | 'network';

interface MediaPlace {
  element: RefObject<HTMLMediaElement | null>;
  url: string | undefined;
  /** Asks for a fresh address; answers whether there is one. */
  again: () => Promise<boolean>;
}

export interface MediaSource {
  failure: MediaFailure | undefined;
  /** It broke off, and a new address is on its way. */
  waiting: boolean;
  fail: (failure: MediaFailure) => void;
  retry: () => void;
  /** For the element's own events. */
  events: Record<'onLoadedMetadata' | 'onError', (event: SyntheticEvent<HTMLMediaElement>) => void>;
}

/** Gives a song or a film its address, and goes on at the same place with a new one where the old ran out in the midst. */
export function useMediaSource({ element, url, again }: MediaPlace): MediaSource {
  const place = useRef(0);
  const brokeAt = useRef(0);
  const [failure, fail] = useState<MediaFailure>();
  const [waiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // Only now, so that none of its events comes before somebody listens.
    if (element.current && url) element.current.src = url;
  }, [element, url, attempt]);
  const renew = async (): Promise<boolean> => {
    setWaiting(true);
    if (await again()) return true;
    setWaiting(false);
    fail('network');
    return false;
  };
  const onLoadedMetadata = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>): void => {
    setWaiting(false);
    if (place.current > 0) currentTarget.currentTime = place.current;
    place.current = 0;
  };
  const onError = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>): void => {
    const { error, currentTime } = currentTarget;
    // What breaks off twice at one place would break off for ever.
    if (currentTime > 0 && currentTime !== brokeAt.current && error?.code !== MediaError.MEDIA_ERR_DECODE) {
      place.current = currentTime;
      brokeAt.current = currentTime;
      void renew();
      return;
    }
    setWaiting(false);
    void failureOf(currentTarget).then(fail);
  };
  const retry = (): void => {
    void renew().then((renewed) => {
      if (!renewed) return;
      fail(undefined);
      setAttempt(attempt + 1);
    });
  };
  return { failure, waiting, fail, retry, events: { onLoadedMetadata, onError } };
}

/** The browser says "not supported" of a codec that it lacks and of an address that did not answer, so the address is asked. */
async function failureOf({ error, src }: HTMLMediaElement): Promise<MediaFailure> {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'codec';
  if (error?.code === MediaError.MEDIA_ERR_NETWORK) return 'network';
  return (await isReachable(src)) ? 'codec' : 'network';
}
