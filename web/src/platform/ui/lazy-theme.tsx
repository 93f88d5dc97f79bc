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

/** Whether one stands in the toolkit's theme already. */
export const ThemedContext = createContext(false);

let themeLoader: (() => Promise<ThemeComponent>) | undefined;
let loadedTheme: ThemeComponent | undefined;

/** Tells, once, how what parts of a page stand in is loaded: the toolkit in the chosen look and language. */
export function setThemeLoader(loader: () => Promise<ThemeComponent>): void {
  themeLoader = loader;
}

/** Loads what parts of a page are dressed by. */
export async function loadTheme(): Promise<void> {
  loadedTheme ??= await themeLoader?.();
}

/**
 * A part of a page that stands in the toolkit's theme, where the page itself does not: what one came for is seen before that theme is
 * worked out. Not by Suspense, as what comes out of it is held back for a third of a second.
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

/** A part that stands in the toolkit's theme, where few see it at first: it is loaded with that when it is first drawn. */
export function lazyThemed<P extends object>(loadPart: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Part = lazy(async () => ({ default: await loadPart() })) as unknown as ComponentType<P>;
  return (props) => createElement(LazyTheme, null, createElement(Suspense, null, createElement(Part, props)));
}

/** A turning wheel, for pages that are seen before the toolkit's theme. */
export const LazySpinner = lazyThemed(() => import('./spinner.tsx').then((m) => m.Spinner));

/** A failed answer, for pages that are seen before the toolkit's theme. */
export const LazyErrorBox = lazyThemed(() => import('./error-box.tsx').then((m) => m.ErrorBox));
