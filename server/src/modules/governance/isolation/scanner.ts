import type { Config } from '../../../platform/config.ts';
import type { Services } from '../../../platform/context.ts';
import { judgeByClamd, versionOfClamd } from './clamd.ts';
import { judgeByIcap, versionOfIcap } from './icap.ts';
import { type Judgement, ScannerDown } from './judgement.ts';

/** Gives the bytes of a content anew. */
type OpenContent = () => AsyncIterable<Uint8Array>;

interface Engine {
  judge(open: OpenContent): Promise<Judgement>;
  version(): Promise<string>;
}

/** The scanners that are configured; a content is clean where all of them say so. */
const enginesOf = ({ clamd, icap }: Config): Engine[] => [
  ...(clamd === undefined ? [] : [{ judge: (open: OpenContent) => judgeByClamd(clamd, open), version: () => versionOfClamd(clamd) }]),
  ...(icap === undefined ? [] : [{ judge: (open: OpenContent) => judgeByIcap(icap, open()), version: () => versionOfIcap(icap) }]),
];

/** What this process knows of the scanner: its signatures, and since when it does not answer, in milliseconds. */
interface ScannerState {
  signatures: string;
  downSince: number | undefined;
}

const states = new WeakMap<Services, ScannerState>();

/** The state of the scanner as this process knows it. */
export function scannerState(services: Services): ScannerState {
  const known = states.get(services) ?? { signatures: '', downSince: undefined };
  states.set(services, known);
  return known;
}

/** Notes whether the scanner answered, once a change. */
function noteAnswer(services: Services, error?: ScannerDown): void {
  const state = scannerState(services);
  if (error === undefined) state.downSince = undefined;
  else if (state.downSince === undefined) {
    state.downSince = services.now();
    services.log.warn({ err: error }, 'the virus scanner does not answer');
  }
}

async function watched<T>(services: Services, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    noteAnswer(services);
    return result;
  } catch (error) {
    if (error instanceof ScannerDown) noteAnswer(services, error);
    throw error;
  }
}

/** Lets every scanner judge the same bytes, which `open` gives anew to each. Throws `ScannerDown` where one does not answer. */
export const judge = (services: Services, open: OpenContent): Promise<Judgement> =>
  watched(services, async () => {
    let unchecked: Judgement | undefined;
    for (const engine of enginesOf(services.config)) {
      const judgement = await engine.judge(open);
      if (judgement.verdict === 'infected') return judgement;
      if (judgement.verdict === 'unchecked') unchecked = judgement;
    }
    return unchecked ?? { verdict: 'clean' };
  });

/** The versions of the signatures of all scanners. Throws `ScannerDown` where one does not answer. */
export const readSignatures = (services: Services): Promise<string> =>
  watched(services, async () => {
    const versions: string[] = [];
    for (const engine of enginesOf(services.config)) versions.push(await engine.version());
    const signatures = versions.join(', ');
    scannerState(services).signatures = signatures;
    return signatures;
  });
