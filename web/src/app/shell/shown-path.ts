import { useRouterState } from '@tanstack/react-router';

/** The path of the page in sight: while another one is on its way, what stands around the page must not be ahead of it. */
export function useShownPath(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname });
}
