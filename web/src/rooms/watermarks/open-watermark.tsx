import { lazy, Suspense } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import type { Watermark } from './watermark-words.ts';

const WatermarkDialog = lazy(() => import('./watermark-dialog.tsx').then((m) => ({ default: m.WatermarkDialog })));

/** Opens a watermark to be changed, or a new one. */
export function openWatermark(watermark?: Watermark): void {
  openDialog((close) => (
    <Suspense>
      <WatermarkDialog watermark={watermark} close={close} />
    </Suspense>
  ));
}
