import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { type ReactNode, Suspense, lazy } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import type { ItemContext } from '../../platform/item-actions.ts';
import { session } from '../../platform/sessions.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { notifyViewAsClosed } from '../identity/view-as.ts';
import styles from './thumbnails/thumbnails.module.css';

const QuickLook = lazy(() => import('./thumbnails/quick-look.tsx').then((m) => ({ default: m.QuickLook })));

/** Shows a document enlarged over the list, with its neighbours by arrow keys; `open` opens it in its viewer. */
export function openQuickLook(item: Item, ctx: ItemContext, open: (item: Item) => void): void {
  if (session.viewsAs()) return void notifyViewAsClosed();
  const around = (ctx.siblings ?? []).filter((sibling) => sibling.objType === objType.document);
  const documents = around.some(({ id }) => id === item.id) ? around : [item];
  openDialog((close) => (
    <Suspense fallback={<Loading />}>
      <QuickLook documents={documents} first={item} close={close} open={open} />
    </Suspense>
  ));
}

/** Centred, where the document will be. */
function Loading(): ReactNode {
  const t = useText('preview.thumbnails');
  return useDelayed(true) && <Spinner className={styles.loading} label={t('loading')} large />;
}
