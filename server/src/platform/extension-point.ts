/**
 * Where a module lets other modules take part without knowing them: it declares the point beside the use case that calls it, and `app` fills it
 * once, when the modules are joined. Extensions run in the order of `add`.
 */
export interface ExtensionPoint<T> {
  add(...extensions: readonly T[]): void;
  all(): readonly T[];
}

/** An empty extension point. */
export function extensionPoint<T>(): ExtensionPoint<T> {
  const extensions: T[] = [];
  return { add: (...added) => void extensions.push(...added), all: () => extensions };
}
