/**
 * Runs work and returns the longest time, in ms, for which this thread computed without running a timer: all other requests wait so long. Other
 * load on the machine does not count.
 */
export async function longestGap(work: () => Promise<unknown>): Promise<number> {
  let gap = 0;
  let last = process.threadCpuUsage();
  const note = () => {
    const { user, system } = process.threadCpuUsage(last);
    gap = Math.max(gap, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(note, 1);
  try {
    await work();
    note();
    return gap;
  } finally {
    clearInterval(timer);
  }
}
