/** Runs work and answers how long, in ms, no timer of this thread had its turn meanwhile. */
export async function longestGap(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const note = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(note, 1);
  try {
    await work();
    note();
    return longest;
  } finally {
    clearInterval(timer);
  }
}
