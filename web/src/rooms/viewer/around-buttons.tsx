import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, use } from 'react';
import { useText } from '../../ground/text.ts';
import { ToolButton } from '../../ground/ui/tool-button.tsx';
import { ReaderContext } from './reader.ts';
import { useAroundKeys } from './use-around-keys.ts';
import type { View } from './ask-view.ts';

/** To the documents before and after this one, for whoever reads them in a row; closes with Escape. */
export function AroundButtons({ rendition, leave }: { rendition: View['rendition']; leave: () => void }): ReactNode {
  const t = useText('viewer');
  const { around, partOf, isVisitor } = use(ReaderContext);
  const shown = partOf !== undefined ? undefined : around;
  useAroundKeys({ rendition, ...shown, ...(isVisitor && { leave }) });
  if (!shown) return null;
  const nothing = (): void => undefined;
  return (
    <>
      <ToolButton label={t('previousDocument')} icon={<LeftOutlined />} disabled={!shown.previous} onClick={shown.previous ?? nothing} />
      <ToolButton label={t('nextDocument')} icon={<RightOutlined />} disabled={!shown.next} onClick={shown.next ?? nothing} />
    </>
  );
}
