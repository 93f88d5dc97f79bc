import type { Item } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { lazy, type ReactNode, Suspense } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { ItemContext } from '../../ground/item-action.ts';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { session } from '../../ground/session.ts';
import styles from './glance.module.css';
import { tellClosed } from '../session/tell-closed.ts';

const QuickLook = lazy(() => import('./quick-look.tsx').then((m) => ({ default: m.QuickLook })));

/** Shows a document large over the list, with those around it by the arrows; `open` shows it in its viewer. */
export function openQuickLook(item: Item, ctx: ItemContext, open: (item: Item) => void): void {
  if (session.viewsAs()) return void tellClosed();
  const around = (ctx.siblings ?? []).filter((one) => one.objType === objType.document);
  const documents = around.some(({ id }) => id === item.id) ? around : [item];
  openDialog((close) => (
    <Suspense fallback={<Coming />}>
      <QuickLook documents={documents} first={item} close={close} open={open} />
    </Suspense>
  ));
}

/** In the middle of the window, where the document will stand. */
function Coming(): ReactNode {
  const t = useText('thumbnails');
  return useDelayed(true) && <Waiting className={styles.coming} label={t('loading')} large />;
}
