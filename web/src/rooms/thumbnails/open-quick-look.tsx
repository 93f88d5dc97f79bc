import type { Item } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { lazy, Suspense } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { session } from '../../ground/session.ts';
import { tellClosed } from '../session/tell-closed.ts';

const QuickLook = lazy(() => import('./quick-look.tsx').then((m) => ({ default: m.QuickLook })));

/** Shows a document large over the list, with those around it by the arrows; `open` shows it in its viewer. */
export function openQuickLook(item: Item, ctx: ItemContext, open: (item: Item) => void): void {
  if (session.viewsAs()) return void tellClosed();
  const around = (ctx.siblings ?? []).filter((one) => one.objType === objType.document);
  const documents = around.some(({ id }) => id === item.id) ? around : [item];
  openDialog((close) => (
    <Suspense>
      <QuickLook documents={documents} first={item} close={close} open={open} />
    </Suspense>
  ));
}
