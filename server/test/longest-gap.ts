/**
 * Runs work and answers how long, in ms, this thread computed without giving a timer its turn: so long everybody else waits. Other work
 * of the machine does not count.
 */
export async function longestGap(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const note = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
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
