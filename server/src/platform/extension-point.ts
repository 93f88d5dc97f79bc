/**
 * Where a module lets other modules take part without knowing them: it declares the point beside the use case that asks it, and `app`
 * fills it once, when the modules are joined. What is added first is asked first.
 */
export interface ExtensionPoint<T> {
  add(...extensions: readonly T[]): void;
  all(): readonly T[];
}

/** A point that nothing has been added to yet. */
export function extensionPoint<T>(): ExtensionPoint<T> {
  const extensions: T[] = [];
  return { add: (...added) => void extensions.push(...added), all: () => extensions };
}
