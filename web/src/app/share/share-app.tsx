import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../ground/query.ts';
import { shareRouter } from './share-router.tsx';

/** The whole client of whoever was given a link. */
export function ShareApp(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={shareRouter} />
    </QueryClientProvider>
  );
}
