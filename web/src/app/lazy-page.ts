import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, type FunctionComponent } from 'react';
import { lang } from '../ground/text.ts';
import { dressBy } from '../ground/ui/dress.tsx';
import { loadLocale } from './locale.ts';

/** A page's chunk could not be loaded. Under the browser's own words for it the router would reload by itself. */
class MissingPage extends Error {}

function missing(cause: unknown): never {
  throw new MissingPage('A page could not be loaded', { cause });
}

/** A page's chunk, loaded when it is opened. */
export function plainPage(load: () => Promise<ComponentType>): FunctionComponent {
  return lazyRouteComponent(async () => ({ default: await load().catch(missing) })) as FunctionComponent;
}

async function loadDressed() {
  // The locale is waited for here, not in Suspense: what comes out of Suspense is held back by React for a third of a second.
  const locale = loadLocale(lang()).catch(() => undefined);
  const [{ Dressed }] = await Promise.all([import('./dressed.tsx'), locale]).catch(missing);
  return Dressed;
}

dressBy(loadDressed);

/** The same, standing in Ant Design's theme, which stays out of the chunks of plain pages. */
export function dressedPage<P extends object = object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  return lazyRouteComponent(async () => {
    const [Page, Dressed] = await Promise.all([load(), loadDressed()]).catch(missing);
    return { default: (props: P) => createElement(Dressed, null, createElement(Page, props)) };
  }) as FunctionComponent<P>;
}
