/** Lets so many works run at once; who is waited for goes before who is not, and otherwise who came first. */
export function turnsOf(size: number): <T>(urgent: boolean, work: () => Promise<T>) => Promise<T> {
  const [urgently, later]: [(() => void)[], (() => void)[]] = [[], []];
  let free = size;
  return async (urgent, work) => {
    if (free === 0) await new Promise<void>((resolve) => (urgent ? urgently : later).push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = urgently.shift() ?? later.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
