import type { ListState } from './list-state.ts';
import type { RowSource } from './row-source.ts';

/** What a row carries besides its cells. */
export interface RowTraits {
  /** A folder that takes things dropped on it, and files from outside where these may be uploaded. */
  folder?: { id: string; upload: boolean };
  draggable?: boolean;
  /** Cut and about to go. */
  faint?: boolean;
  /** Just made: stands out for a moment. */
  fresh?: boolean;
}

/** What a list needs in every layout. */
export interface ListProps<T> {
  label: string;
  source: RowSource<T>;
  state: ListState<T>;
  touch?: boolean;
  renaming?: string | undefined;
  traits?: (row: T) => RowTraits;
  open: (row: T) => void;
  /** The pointer rests on a row. */
  near?: (row: T) => void;
  onDragStart?: (event: React.DragEvent) => void;
  /** Shows what is known of the selected row. */
  details?: () => void;
  /** Where a row leads, for a new tab. */
  address?: (row: T) => string | undefined;
  /** A row to bring into sight when this changes. */
  reveal?: number | undefined;
}
