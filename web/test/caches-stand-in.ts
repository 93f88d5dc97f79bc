import { vi } from 'vitest';

/** Replaces the caches of a browser, which a DOM lacks, by ones in memory. */
export function standInForCaches(): void {
  const all = new Map<string, Map<string, Response>>();
  const addressOf = (key: RequestInfo | URL): string => new URL(key instanceof Request ? key.url : String(key), location.href).href;
  const cacheOf = (kept: Map<string, Response>) => ({
    put: async (key: RequestInfo, answer: Response) => void kept.set(addressOf(key), answer),
    match: async (key: RequestInfo) => kept.get(addressOf(key))?.clone(),
    delete: async (key: RequestInfo) => kept.delete(addressOf(key)),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
  });
  vi.stubGlobal('caches', {
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return cacheOf(kept);
    },
  });
}
