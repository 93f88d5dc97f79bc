import type { ReactNode } from 'react';

/** The confirmation of a destructive action. */
export interface ConfirmOptions {
  /** Names the object: "Delete 3 documents?" */
  title: string;
  /** The consequences. */
  text?: ReactNode;
  /** The label of the confirming button. */
  ok: string;
  danger?: boolean;
}
