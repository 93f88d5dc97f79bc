import type { ComponentType } from 'react';
import type { View } from './ask-view.ts';
import type { ViewerQuery } from './viewer-query.ts';

/** What every window of a document gets. */
export interface WindowProps {
  view: View;
  query: ViewerQuery;
  /** Asks for the view anew, with fresh addresses; answers whether it came. */
  again: () => Promise<boolean>;
}

/** What windows get that show files like documents of their own: the window of those. */
export interface NestingProps extends WindowProps {
  Inner: ComponentType<WindowProps>;
}
