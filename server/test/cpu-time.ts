/** Runs work and returns its processor time in this process, in ms: other load on the machine does not count. */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
