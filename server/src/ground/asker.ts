import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<{ by: string }>();

/** Does what a request asks for, and knows all along by whom it was asked. */
export const askedBy = <T>(by: string, work: () => T): T => asking.run({ by }, work);

/** Tells who asks, once that is known better than by an address. */
export function nameAsker(by: string): void {
  const now = asking.getStore();
  if (now !== undefined) now.by = by;
}

/** Who asked for what is being done; '' where nobody did. */
export const asker = (): string => asking.getStore()?.by ?? '';
