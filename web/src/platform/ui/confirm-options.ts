import type { ReactNode } from 'react';

/** What is asked before something is lost. */
export interface ConfirmOptions {
  /** Names the thing: "Delete 3 documents?" */
  title: string;
  /** What follows from it. */
  text?: ReactNode;
  /** The verb on the button. */
  ok: string;
  danger?: boolean;
}
