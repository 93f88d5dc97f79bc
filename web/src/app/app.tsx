import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../ground/query.ts';
import { BuildBar } from './build-bar.tsx';
import { router } from './router.tsx';

/** The whole client. */
export function App(): ReactNode {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <BuildBar />
    </QueryClientProvider>
  );
}
