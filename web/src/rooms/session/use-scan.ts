import { codes } from '@dossier/contract/codes';
import { doors } from '@dossier/contract/doors';
import type { OutputOf } from '@dossier/contract/route';
import { useEffect, useState } from 'react';
import { CallError, call, noAnswer } from '../../ground/call.ts';
import { useGo } from '../../ground/go.ts';
import { takeScan } from './sign-in.ts';

type Code = OutputOf<typeof doors.beginScan>;

/** A code on its way: being made, shown, over (late, refused or used up), or why there is none. */
export type Scan = { state: 'asking' } | { state: 'shown'; image: string; url: string } | { state: 'over'; text?: string };

const pauseMs = 2000;
const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Shows a code and asks every two seconds whether a phone has confirmed it, then goes to `target`; `renew` makes another. */
export function useScan(target: string): { scan: Scan; renew: () => void } {
  const go = useGo();
  const [scan, setScan] = useState<Scan>({ state: 'asking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const life = new AbortController();
    const tell = (next: Scan): void => (life.signal.aborted ? undefined : setScan(next));
    follow(tell, life.signal).then(
      (isIn) => (life.signal.aborted ? undefined : isIn ? go(target, undefined, { replace: true }) : tell({ state: 'over' })),
      (error: unknown) => tell({ state: 'over', ...(error instanceof CallError && { text: error.message }) }),
    );
    return () => life.abort();
  }, [round, go, target]);
  const renew = (): void => {
    setScan({ state: 'asking' });
    setRound(round + 1);
  };
  return { scan, renew };
}

/** Whether a phone let this browser in before the code was over. */
async function follow(tell: (scan: Scan) => void, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const code = await call(doors.beginScan, {}, { quiet: true, signal });
  tell({ state: 'shown', image: code.image, url: code.url });
  // The clock of this browser may be wrong: the two minutes are counted from here.
  while (performance.now() - begun < lifeMs && !signal.aborted) {
    await wait(pauseMs);
    if (signal.aborted) return false;
    const answer = await ask(code);
    if (answer !== 'waiting') return answer === 'in';
  }
  return false;
}

const lifeMs = 118_000;

async function ask({ scanId, secret }: Code): Promise<'waiting' | 'in' | 'over'> {
  try {
    return (await takeScan({ scanId, secret })) ? 'in' : 'waiting';
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === codes.scanExpired.code) return 'over';
    // A network that is away for a moment ends nothing.
    if (error.code === noAnswer) return 'waiting';
    throw error;
  }
}
