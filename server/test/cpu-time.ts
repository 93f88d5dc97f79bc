/** Runs work and answers what it cost this process, in ms of its cores: other work of the machine does not count. */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
