import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement, type FunctionComponent } from 'react';

/** A page's chunk, loaded when it is opened. */
export function plainPage(load: () => Promise<ComponentType>): FunctionComponent {
  return lazyRouteComponent(async () => ({ default: await load() })) as FunctionComponent;
}

/** The same, standing in Ant Design's theme, which stays out of the chunks of plain pages. */
export function dressedPage<P extends object = object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  return lazyRouteComponent(async () => {
    const [Page, { Dressed }] = await Promise.all([load(), import('./dressed.tsx')]);
    return { default: (props: P) => createElement(Dressed, null, createElement(Page, props)) };
  }) as FunctionComponent<P>;
}
