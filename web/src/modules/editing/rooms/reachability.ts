import { isServerThere } from '../../../platform/call.ts';

/** After so long without an answer, or without a network, the server is asked whether it is there, in milliseconds; it has as long to answer. */
const patienceMs = 5000;
/** Where nothing waits, the server is asked so often whether it is there. */
const idleMs = 30_000;
const lookEveryMs = 1000;

interface Reached {
  /** Whether something that was sent waits for its answer now. */
  isWaiting: () => boolean;
  /** The server cannot be reached. */
  lost: () => void;
  /** The network is there again. */
  back: () => void;
}

/** Tells soon that a server has gone silent: connections over a dead network may stand for minutes. */
export class Reachability {
  private readonly reached: Reached;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly stopped = new AbortController();
  private heardAt = performance.now();
  /** Since when something waits for an answer, or the network is lost. */
  private waitingSince: number | undefined;
  private isAsking = false;

  constructor(reached: Reached) {
    this.reached = reached;
    const { signal } = this.stopped;
    addEventListener('online', () => this.reached.back(), { signal });
    // a machine without a network may reach a server that runs on it: what it says is no more than a reason to ask
    this.timer = setInterval(() => this.look(), lookEveryMs);
  }

  /** Something came from the server. */
  heard(): void {
    this.heardAt = performance.now();
  }

  private look(): void {
    const now = performance.now();
    const isWaiting = this.reached.isWaiting() || !navigator.onLine;
    this.waitingSince = isWaiting ? (this.waitingSince ?? now) : undefined;
    const since = Math.max(this.heardAt, this.waitingSince ?? 0);
    if (now - since > (isWaiting ? patienceMs : idleMs)) void this.ask();
  }

  /** A server that is busy with what was sent answers this nevertheless. */
  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const isThere = await isServerThere(patienceMs);
    this.isAsking = false;
    if (isThere) this.heard();
    else if (!this.stopped.signal.aborted) this.reached.lost();
  }

  stop(): void {
    clearInterval(this.timer);
    this.stopped.abort();
  }
}
