/** Lets work run concurrently, and some work exclusively: exclusive work waits for what runs, and holds up what arrives later. */
export function createConnectionQueue() {
  let running = 0;
  let rested: (() => void) | undefined;
  let lonely: Promise<void> | undefined;

  const end = (): void => {
    running--;
    if (running === 0) rested?.();
  };

  async function together<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = lonely; wait !== undefined; wait = lonely) await wait;
    running++;
    try {
      return await work();
    } finally {
      end();
    }
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const before = lonely;
    let release = (): void => {};
    const own = new Promise<void>((resolve) => (release = resolve));
    lonely = own;
    await before;
    if (running > 0) await new Promise<void>((resolve) => (rested = resolve));
    rested = undefined;
    try {
      return await work();
    } finally {
      if (lonely === own) lonely = undefined;
      release();
    }
  }

  return { together, alone };
}
