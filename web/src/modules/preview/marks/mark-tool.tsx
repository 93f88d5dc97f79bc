import { CloseOutlined, AimOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useCommentPlaces } from '../../../platform/comment-places.ts';
import { useText } from '../../../platform/i18n.ts';
import { hasKeys, useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Text } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { useMayComment } from '../placed-threads.ts';
import { FloatingLine } from '../viewer-parts.tsx';

/** Of each layer that a place can be chosen on. */
export const choiceMark = 'data-choice';

/** How much of an element the window shows, in square pixels. */
function shownPart(element: Element): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
}

/** Gives the focus to the layer of the page that is seen best, so that keys choose on it; afterwards gives it back. */
function focusChoice(): () => void {
  const before = document.activeElement;
  const layers = [...document.querySelectorAll<HTMLElement>(`[${choiceMark}]`)];
  const [layer] = layers.toSorted((a, b) => shownPart(b) - shownPart(a));
  layer?.focus({ preventScroll: true });
  return () => {
    // most layers have gone by now, and the focus with them
    const isLost = document.activeElement === document.body || document.activeElement === layer;
    if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** What is chosen by hand: an area of a page, or a point of a drawing. */
type Choice = 'area' | 'point';

const endChoice = (): void => useCommentPlaces.setState({ isMarking: false });

/** The tool that chooses an area or point to comment on, by the pointer or by keys; Escape leaves it. */
export function MarkTool({ kind }: { kind: Choice }): ReactNode {
  const t = useText('preview.viewer');
  const mayComment = useMayComment();
  const isMarking = useCommentPlaces((places) => places.isMarking);
  useHotkeys({ Escape: endChoice }, isMarking);
  useEffect(() => (isMarking ? focusChoice() : undefined), [isMarking]);
  if (!mayComment) return null;
  const toggle = (): void => useCommentPlaces.setState({ isMarking: !isMarking });
  const label = t(kind === 'area' ? 'commentOnArea' : 'commentOnPoint');
  return <ToolButton label={label} word={t('comment')} icon={<AimOutlined />} on={isMarking} onClick={toggle} />;
}

/** Says what to do while a place is chosen, over the document, with a way out that takes no key. */
export function ChoiceLine({ kind }: { kind: Choice }): ReactNode {
  const t = useText('preview.viewer');
  const isMarking = useCommentPlaces((places) => places.isMarking);
  if (!isMarking) return null;
  const hint = t(kind === 'area' ? 'drawArea' : 'choosePlace');
  return (
    <FloatingLine pad={[1, 3]}>
      <Text role="status">{hasKeys ? `${hint} ${t('escEnds')}` : hint}</Text>
      <ToolButton label={t('cancel')} icon={<CloseOutlined />} onClick={endChoice} />
    </FloatingLine>
  );
}
