import type { Item } from '@dossier/contract/documents/library';
import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { Stack } from '../../platform/ui/layout.tsx';
import { Spinner } from '../../platform/ui/spinner.tsx';
import { useDebouncedValue } from '../../platform/use-debounced-value.ts';
import { QuickLookBody } from './thumbnails/quick-look.tsx';

/** Documents that keys pass more quickly are not shown, and do not count as viewed. */
const restMs = 250;

/** The selected document itself in the pane beside the list: its image, first page, media, or the beginning of its text. */
export function PreviewPane({ item }: { item: Item }): ReactNode {
  const t = useText('preview.thumbnails');
  const settled = useDebouncedValue(item.id, restMs) === item.id;
  const late = useDelayed(!settled);
  return (
    <Stack as="section" grow aria-label={t('previewOf', { name: item.name })}>
      {settled ? (
        <QuickLookBody key={item.id} item={item} />
      ) : (
        <Stack grow align="center" justify="center">
          {late && <Spinner label={t('loading')} large />}
        </Stack>
      )}
    </Stack>
  );
}
