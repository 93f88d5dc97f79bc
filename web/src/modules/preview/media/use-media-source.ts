import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { isReachable } from '../../../platform/call.ts';

/** Why playback failed: the browser lacks the codec, or the file could not be loaded. */
export type MediaFailure = 'codec' | 'network';

interface MediaPlace {
  element: RefObject<HTMLMediaElement | null>;
  url: string | undefined;
  /** Requests a new address; returns whether there is one. */
  again: () => Promise<boolean>;
}

interface MediaSource {
  failure: MediaFailure | undefined;
  /** Playback was interrupted, and a new address is requested. */
  waiting: boolean;
  fail: (failure: MediaFailure) => void;
  retry: () => void;
  /** Event handlers of the media element. */
  events: Record<'onLoadedMetadata' | 'onError', (event: SyntheticEvent<HTMLMediaElement>) => void>;
}

/** Sets the address of a media element, and resumes at the same position with a new address when the old one expires. */
export function useMediaSource({ element, url, again }: MediaPlace): MediaSource {
  const place = useRef(0);
  const brokeAt = useRef(0);
  const [failure, fail] = useState<MediaFailure>();
  const [waiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // Set in an effect, after the event handlers are attached.
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
    // A second failure at the same position is final.
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

/**
 * The browser reports "not supported" for a missing codec and for a failed request alike, so the address is requested to tell them apart.
 */
async function failureOf({ error, src }: HTMLMediaElement): Promise<MediaFailure> {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'codec';
  if (error?.code === MediaError.MEDIA_ERR_NETWORK) return 'network';
  return (await isReachable(src)) ? 'codec' : 'network';
}
