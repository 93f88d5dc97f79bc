import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The frame around every page of a signed-in person. */
export function Shell(): ReactNode {
  return <Outlet />;
}
