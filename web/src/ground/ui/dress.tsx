import {
  type ComponentType,
  createContext,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react';
import { useSettled } from '../hooks/use-settled.ts';

type Dressing = ComponentType<{ children: ReactNode }>;

/** Whether one stands in the toolkit's theme already. */
export const DressedContext = createContext(false);

let load: (() => Promise<Dressing>) | undefined;
let dressing: Dressing | undefined;

/** Tells, once, how what parts of a page stand in is loaded: the toolkit in the chosen look and language. */
export function dressBy(loader: () => Promise<Dressing>): void {
  load = loader;
}

/** Loads what parts of a page are dressed by. */
export async function loadDress(): Promise<void> {
  dressing ??= await load?.();
}

/**
 * A part of a page that stands in the toolkit's theme, where the page itself does not: what one came for is seen before that theme is
 * worked out. Not by Suspense, as what comes out of it is held back for a third of a second.
 */
export function Dress({ children }: { children: ReactNode }): ReactNode {
  const isDressed = use(DressedContext);
  const [, setLoads] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const settled = useSettled();
  const isMissing = settled && !isDressed && dressing === undefined;
  useEffect(() => {
    if (isMissing) loadDress().then(() => setLoads((before) => before + 1), setFailure);
  }, [isMissing]);
  if (failure !== undefined) throw failure;
  if (isDressed) return children;
  return dressing && createElement(dressing, null, children);
}

/** A part that stands in the toolkit's theme, where few see it at first: it is loaded with that when it is first drawn. */
export function dressedLater<P extends object>(loadPart: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Part = lazy(async () => ({ default: await loadPart() })) as unknown as ComponentType<P>;
  return (props) => createElement(Dress, null, createElement(Suspense, null, createElement(Part, props)));
}
