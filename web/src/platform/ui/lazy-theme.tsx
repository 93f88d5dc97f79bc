import {
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  createContext,
  createElement,
  lazy,
  use,
  useEffect,
  useState,
} from 'react';
import { useAfterFirstPaint } from '../first-paint.ts';

type ThemeComponent = ComponentType<{ children: ReactNode }>;

/** Whether a component is inside Ant Design's theme already. */
export const ThemedContext = createContext(false);

let themeLoader: (() => Promise<ThemeComponent>) | undefined;
let loadedTheme: ThemeComponent | undefined;

/** Sets, once, the loader of the theme component: Ant Design in the chosen appearance and language. */
export function setThemeLoader(loader: () => Promise<ThemeComponent>): void {
  themeLoader = loader;
}

/** Loads the theme component. */
export async function loadTheme(): Promise<void> {
  loadedTheme ??= await themeLoader?.();
}

/**
 * Wraps a part of a page in Ant Design's theme, where the page itself is outside: the main content is visible before the theme is computed.
 * Without Suspense, as React delays its content by a third of a second.
 */
export function LazyTheme({ children }: { children: ReactNode }): ReactNode {
  const isDressed = use(ThemedContext);
  const [, setLoads] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const settled = useAfterFirstPaint();
  const isMissing = settled && !isDressed && loadedTheme === undefined;
  useEffect(() => {
    if (isMissing) loadTheme().then(() => setLoads((before) => before + 1), setFailure);
  }, [isMissing]);
  if (failure !== undefined) throw failure;
  if (isDressed) return children;
  return loadedTheme && createElement(loadedTheme, null, children);
}

/** A rarely needed part inside Ant Design's theme: both are loaded when it is first rendered, or by `preload`. */
export function lazyThemed<P extends object>(loadPart: () => Promise<ComponentType<P>>): FunctionComponent<P> & { preload: () => void } {
  const Part = lazy(async () => ({ default: await loadPart() })) as unknown as ComponentType<P>;
  const themed = (props: P): ReactNode => createElement(LazyTheme, null, createElement(Suspense, null, createElement(Part, props)));
  // what fails here is loaded again when it is rendered
  return Object.assign(themed, { preload: () => void Promise.all([loadTheme(), loadPart()]).catch(() => undefined) });
}

/** A spinner for pages outside Ant Design's theme. */
export const LazySpinner = lazyThemed(() => import('./spinner.tsx').then((m) => m.Spinner));

/** A failed query for pages outside Ant Design's theme. */
export const LazyErrorBox = lazyThemed(() => import('./error-box.tsx').then((m) => m.ErrorBox));
