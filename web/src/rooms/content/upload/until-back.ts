/** Waits before another try at what the network broke; the window coming back online ends the wait. */
export function untilBack(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
  });
}

/** How long to wait before the next try, the more the longer it has been in vain. */
export const waitOf = (attempt: number): number => Math.min(1000 * 2 ** attempt, 15_000);
