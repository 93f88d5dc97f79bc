import '@excalidraw/excalidraw/index.css';
import { DownloadOutlined, FolderAddOutlined } from '@ant-design/icons';
import type { CommentPlace } from '@dossier/contract/comments/places';
import type { Lang } from '@dossier/contract/core/shapes';
import { Excalidraw, MainMenu } from '@excalidraw/excalidraw';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { useAppearance } from '../../../platform/appearance.ts';
import { useLanguage, useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { VisitorHostContext } from '../editor-parts.tsx';
import type { RoomConnection } from '../text/room-connection.ts';
import { DrawingBinding } from './drawing-binding.ts';
import styles from './drawing-editor.module.css';
import { DrawingPlaces } from './drawing-places.ts';
import { type PictureType, savePicture } from './drawing-pictures.ts';

/** The languages of the editor's tools, by their names in the library. */
const languages: Record<Lang, string> = { en: 'en', cn: 'zh-CN', es: 'es-ES', ja: 'ja-JP' };

const pictures = /^image\/(?:png|jpeg|gif|webp|bmp|svg\+xml|avif|x-icon)$/;

/** Files that are no pictures would take the place of the whole drawing, or of the library. */
const holdsOtherFiles = (data: DataTransfer | null): boolean =>
  [...(data?.items ?? [])].some(({ kind, type }) => kind === 'file' && !pictures.test(type));

/** Keys by which the library opens, saves and exports files: that is our concern. */
const fileKeys: ReadonlySet<string> = new Set(['mod+o', 'mod+shift+s', 'mod+shift+e']);

/** Reading and writing of files is ours, as is the theme. */
const uiOptions = {
  canvasActions: { loadScene: false, saveToActiveFile: false, export: false, saveAsImage: false, toggleTheme: false },
} as const;

interface DrawingEditorProps {
  room: RoomConnection;
  name: string;
  readOnly: boolean;
  save: () => void;
  /** Told how the place of what is selected is found, for a comment on it. */
  ready: (selected: () => CommentPlace | undefined) => void;
}

/** A drawing in Excalidraw, with the pointers of the others. */
export function DrawingEditor({ room, name, readOnly, save, ready }: DrawingEditorProps): ReactNode {
  const t = useText('editing.editor');
  const language = useLanguage();
  const mode = useAppearance((appearance) => appearance.mode);
  const isSystemDark = useMedia('dark');
  const [api, setApi] = useState<ExcalidrawImperativeAPI>();
  const [binding] = useState(
    () => new DrawingBinding(room, (what) => notice.warning(t(what === 'picture' ? 'pictureTooLarge' : 'elementRefused'))),
  );
  const [initial] = useState(() => binding.initial());
  const [places] = useState(() => new DrawingPlaces(initial.elements ?? []));
  const [isStarted, setStarted] = useState(false);
  // a layout effect ends before the room is left
  useLayoutEffect(() => (api && isStarted ? binding.attach(api) : undefined), [api, isStarted, binding]);
  const press = (event: KeyboardEvent): void => {
    const key = describeKey(event);
    if (key !== 'mod+s' && !fileKeys.has(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'mod+s') save();
  };
  const refuse = (event: DragEvent | ClipboardEvent, data: DataTransfer | null): void => {
    if (!holdsOtherFiles(data)) return;
    event.preventDefault();
    event.stopPropagation();
    notice.warning(t('onlyPictures'));
  };
  return (
    <section
      className={styles.editor}
      aria-label={t('excalidraw')}
      onKeyDownCapture={press}
      onDropCapture={(event) => refuse(event, event.dataTransfer)}
      onPasteCapture={(event) => refuse(event, event.clipboardData)}
    >
      <Excalidraw
        excalidrawAPI={(made) => {
          setApi(made);
          ready(() => places.placeOf(Object.keys(made.getAppState().selectedElementIds)));
        }}
        initialData={initial}
        onChange={() => {
          // the first time, what it begins with is in the scene: anything before that would be lost
          setStarted(true);
          binding.later();
        }}
        onPointerUpdate={({ pointer, button }) => binding.point(pointer, button)}
        langCode={languages[language]}
        theme={mode === 'dark' || (mode === 'auto' && isSystemDark) ? 'dark' : 'light'}
        name={name}
        isCollaborating
        viewModeEnabled={readOnly}
        validateEmbeddable={false}
        aiEnabled={false}
        autoFocus
        UIOptions={uiOptions}
      >
        <DrawingMenu api={api} id={room.id} name={name} />
      </Excalidraw>
    </section>
  );
}

/** The menu of the editor: pictures of the drawing, and those entries of the library that work here. */
function DrawingMenu({ api, id, name }: { api: ExcalidrawImperativeAPI | undefined; id: string; name: string }): ReactNode {
  const t = useText('editing.editor');
  const isVisitor = use(VisitorHostContext) !== undefined;
  const picture = (type: PictureType): void => {
    if (api) savePicture(api, { name, type }).catch(() => notice.error(t('pictureFailed')));
  };
  const beside = (type: PictureType): void => {
    if (!api) return;
    // visitors have no folder to put it into, and load nothing of this
    import('./picture-beside.ts')
      .then((m) => m.savePictureBeside(api, { name, type, id }))
      .then(
        (saved) => saved !== undefined && notice.success(t('pictureBeside', { name: saved })),
        () => notice.error(t('pictureFailed')),
      );
  };
  return (
    <MainMenu>
      <MainMenu.Item icon={<DownloadOutlined />} onSelect={() => picture('png')}>
        {t('savePng')}
      </MainMenu.Item>
      <MainMenu.Item icon={<DownloadOutlined />} onSelect={() => picture('svg')}>
        {t('saveSvg')}
      </MainMenu.Item>
      {!isVisitor && (
        <>
          <MainMenu.Item icon={<FolderAddOutlined />} onSelect={() => beside('png')}>
            {t('pngBeside')}
          </MainMenu.Item>
          <MainMenu.Item icon={<FolderAddOutlined />} onSelect={() => beside('svg')}>
            {t('svgBeside')}
          </MainMenu.Item>
        </>
      )}
      <MainMenu.Separator />
      <MainMenu.DefaultItems.SearchMenu />
      <MainMenu.DefaultItems.ClearCanvas />
      <MainMenu.DefaultItems.Help />
      <MainMenu.Separator />
      <MainMenu.DefaultItems.ChangeCanvasBackground />
    </MainMenu>
  );
}
