/** After edits of a visitor that were tried in the sandbox, those that come next wait so long: a few are tried in a second. */
const pauseMs = 300;
/** The lane of all visitors. */
const visitors = 'visitors';

/** Whose edits wait for their place in the order. */
interface Waiting {
  identity: string;
  isVisitor: boolean;
}

/**
 * Lets one message of edits of each person into the order at a time, and one of all visitors: whoever floods a room, from many windows as well, waits for
 * their own edits, and others wait for one of theirs at most.
 */
export class EditLanes {
  private readonly lanes = new Map<string, Promise<void>>();
  /** When the next edits of a visitor may come. */
  private readonly notBefore = new Map<string, number>();

  /** Runs the work when it is the turn of a person; it answers whether the edits had to be tried. */
  async take({ identity, isVisitor }: Waiting, work: () => Promise<boolean>): Promise<void> {
    if (!isVisitor) return this.behind(identity, async () => void (await work()));
    return this.behind(identity, async () => {
      const wait = (this.notBefore.get(identity) ?? 0) - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.notBefore.delete(identity);
      await this.behind(visitors, async () => {
        if (await work()) this.notBefore.set(identity, performance.now() + pauseMs);
      });
    });
  }

  private behind(lane: string, work: () => Promise<void>): Promise<void> {
    const done = (this.lanes.get(lane) ?? Promise.resolve()).then(work);
    const over = done.catch(() => undefined).then(() => void (this.lanes.get(lane) === over && this.lanes.delete(lane)));
    this.lanes.set(lane, over);
    return done;
  }

  /** All that waits until now has had its turn. */
  async settled(): Promise<void> {
    await Promise.all(this.lanes.values());
  }
}
