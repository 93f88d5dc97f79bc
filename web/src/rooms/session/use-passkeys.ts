import { useCallback, useEffect, useState } from 'react';
import { CallError } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { tellAtDoor } from './door-word.ts';

/** A challenge is good for five minutes: an offer that stands longer is made anew. */
const offerMs = 240_000;

const load = () => import('./passkey.ts');

/** Browsers know passkeys on safe pages only. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

export interface Passkeys {
  /** Lets the person choose one; absent where the site or the browser takes none. */
  choose: (() => void) | undefined;
  busy: boolean;
}

/** Signing in with a passkey: offered at the login name by the browser itself, and by a button. */
export function usePasskeys(target: string, isOpen: boolean): Passkeys {
  const t = useText('session');
  const go = useGo();
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const isOffered = isOpen && knowsPasskeys();
  const fail = useCallback((error: unknown) => tellAtDoor(error instanceof CallError ? error.message : t('passkeyFailed')), [t]);
  useEffect(() => {
    if (!isOffered || busy) return;
    const life = new AbortController();
    const again = (): void => setRound((before) => before + 1);
    const timer = setTimeout(again, offerMs);
    load()
      .then(({ offerPasskeys }) => offerPasskeys(life.signal))
      .then((isIn) => isIn && go(target, undefined, { replace: true }))
      .catch((error: unknown) => {
        // what was offered and not chosen fails unseen
        if (life.signal.aborted || !(error instanceof CallError)) return;
        fail(error);
        if (error.code > 0) again();
      });
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [isOffered, busy, round, go, target, fail]);
  const choose = async (): Promise<void> => {
    setBusy(true);
    tellAtDoor(undefined);
    try {
      const { choosePasskey } = await load();
      if (await choosePasskey()) return go(target, undefined, { replace: true });
      tellAtDoor(t('passkeyNone'));
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return { choose: isOffered ? () => void choose() : undefined, busy };
}
