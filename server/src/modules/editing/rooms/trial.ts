/** What is tried after so many messages, or so long after the first of them. */
const triedAfter = { messages: 200, ms: 30_000 };
/** A trial that takes long is made the less often. */
const mostShare = 10;

/** Tries now and then what was edited, one trial at a time, beside the edits. */
export class Trial {
  private readonly work: () => Promise<void>;
  private messages = 0;
  private isWorking = false;
  private notBefore = 0;
  private timer: NodeJS.Timeout | undefined;

  /** `work` never fails. */
  constructor(work: () => Promise<void>) {
    this.work = work;
  }

  /** A message of edits came. */
  edited(): void {
    this.messages++;
    if (this.messages >= triedAfter.messages && performance.now() >= this.notBefore) return void this.begin();
    if (this.isWorking) return;
    this.timer ??= setTimeout(() => void this.begin(), Math.max(triedAfter.ms, this.notBefore - performance.now())).unref();
  }

  private async begin(): Promise<void> {
    if (this.isWorking) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    [this.isWorking, this.messages] = [true, 0];
    const start = performance.now();
    await this.work();
    this.isWorking = false;
    this.notBefore = performance.now() + mostShare * (performance.now() - start);
    // what came meanwhile is not tried yet
    if (this.messages > 0)
      this.timer = setTimeout(() => void this.begin(), Math.max(triedAfter.ms, this.notBefore - performance.now())).unref();
  }
}
