import {
  DeleteOutlined,
  EditOutlined,
  FontSizeOutlined,
  FormOutlined,
  HighlightOutlined,
  PictureOutlined,
  RedoOutlined,
  SignatureOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Text } from '../../../platform/ui/layout.tsx';
import { lazyThemed } from '../../../platform/ui/lazy-theme.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ToolSelect, ToolSeparator, ViewerLine } from '../../preview/viewer-parts.tsx';
import { type PdfEditing, type PdfTool, type ToolLooks, highlightColours } from './pdf-editing.ts';
import { ColourChoice } from './colour-choice.tsx';

const SignatureDialog = lazyThemed(() => import('./signature-dialog.tsx').then((m) => m.SignatureDialog));

const tools: [tool: Exclude<PdfTool, 'picture'>, icon: ReactNode, key: string][] = [
  ['none', <FormOutlined key="icon" />, 'f'],
  ['highlight', <HighlightOutlined key="icon" />, 'h'],
  ['text', <FontSizeOutlined key="icon" />, 't'],
  ['ink', <EditOutlined key="icon" />, 'd'],
];

const penColours = ['#1b1f24', '#c2334d', '#2a6fdb', '#1f7a4d', '#a8328f'] as const;
const sizes = { text: [10, 12, 14, 18, 24, 36], ink: [1, 2, 4, 8, 14] } as const;
/** What browsers decode, and the library takes. */
const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/bmp,image/avif';

/** The tools that write on the pages, and what can be set of them. */
export function PdfTools({ editing }: { editing: PdfEditing }): ReactNode {
  const t = useText('editing.pdf');
  const v = useText('preview.viewer');
  const state = useStore(editing.store);
  const { tool, page, pages, scale } = state;
  const isOff = state.phase !== 'ready';
  const add = (picture: Blob): void => void editing.addPicture(picture).catch(() => notice.error(t('pictureFailed')));
  const sign = (): void => openDialog((close) => <SignatureDialog close={close} add={add} />);
  // the library hears the keys of undo, redo and delete itself
  useHotkeys({
    ...Object.fromEntries(tools.map(([one, , key]) => [key, () => editing.take(one)])),
    s: sign,
    '+': () => editing.zoomBy(1),
    '-': () => editing.zoomBy(-1),
  });
  return (
    <ViewerLine wrap justify="between" role="toolbar" aria-label={t('tools')}>
      <Row gap={1} wrap>
        {tools.map(([one, icon, key]) => (
          <ToolButton
            key={one}
            label={t(one)}
            icon={icon}
            hotkey={key}
            on={tool === one}
            disabled={isOff}
            onClick={() => editing.take(one)}
          />
        ))}
        <PictureButton add={add} on={tool === 'picture'} disabled={isOff} />
        <ToolButton label={t('signature')} icon={<SignatureOutlined />} hotkey="s" disabled={isOff} onClick={sign} />
        <ToolSeparator />
        <Looks tool={tool} looks={state.looks} editing={editing} />
      </Row>
      <Row gap={1}>
        <ToolButton label={t('undo')} icon={<UndoOutlined />} hotkey="mod+z" disabled={!state.canUndo} onClick={editing.undo} />
        <ToolButton label={t('redo')} icon={<RedoOutlined />} hotkey="mod+y" disabled={!state.canRedo} onClick={editing.redo} />
        <ToolButton label={t('remove')} icon={<DeleteOutlined />} hotkey="Delete" disabled={!state.hasSelection} onClick={editing.remove} />
        <ToolSeparator />
        <ToolButton label={v('zoomOut')} icon={<ZoomOutOutlined />} hotkey="-" disabled={isOff} onClick={() => editing.zoomBy(-1)} />
        <Text size="s" numeric nowrap>
          {Math.round(scale * 100)} %
        </Text>
        <ToolButton label={v('zoomIn')} icon={<ZoomInOutlined />} hotkey="+" disabled={isOff} onClick={() => editing.zoomBy(1)} />
        <Text size="s" numeric nowrap tone="muted" aria-label={v('pageN', { count: page })}>
          {page} / {pages || '–'}
        </Text>
      </Row>
    </ViewerLine>
  );
}

function PictureButton({ add, on, disabled }: { add: (picture: Blob) => void; on: boolean; disabled: boolean }): ReactNode {
  const t = useText('editing.pdf');
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton label={t('addPicture')} icon={<PictureOutlined />} on={on} disabled={disabled} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={t('addPicture')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) add(file);
          // the same file again is a change, too
          target.value = '';
        }}
      />
    </>
  );
}

interface LooksProps {
  tool: PdfTool;
  looks: ToolLooks;
  editing: PdfEditing;
}

/** Colour and size of what the tool makes, or of what is selected. */
function Looks({ tool, looks, editing }: LooksProps): ReactNode {
  const t = useText('editing.pdf');
  if (tool === 'highlight')
    return (
      <ColourChoice colours={highlightColours} value={looks.highlightColour} choose={(colour) => editing.set('highlightColour', colour)} />
    );
  if (tool === 'text')
    return (
      <>
        <ColourChoice colours={penColours} value={looks.textColour} choose={(colour) => editing.set('textColour', colour)} />
        <SizeChoice label={t('textSize')} sizes={sizes.text} value={looks.textSize} choose={(size) => editing.set('textSize', size)} />
      </>
    );
  if (tool === 'ink')
    return (
      <>
        <ColourChoice colours={penColours} value={looks.inkColour} choose={(colour) => editing.set('inkColour', colour)} />
        <SizeChoice label={t('inkWidth')} sizes={sizes.ink} value={looks.inkWidth} choose={(size) => editing.set('inkWidth', size)} />
      </>
    );
  return (
    <Text size="s" tone="muted">
      {t(tool === 'picture' ? 'pictureHint' : 'noneHint')}
    </Text>
  );
}

interface SizeChoiceProps {
  label: string;
  sizes: readonly number[];
  value: number;
  choose: (size: number) => void;
}

function SizeChoice({ label, sizes: all, value, choose }: SizeChoiceProps): ReactNode {
  return (
    <ToolSelect
      label={label}
      value={value}
      unlisted={`${Math.round(value)} pt`}
      options={all.map((size) => ({ value: size, label: `${size} pt` }))}
      choose={choose}
    />
  );
}
