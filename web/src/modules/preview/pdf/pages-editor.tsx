import {
  DeleteOutlined,
  ExportOutlined,
  FileAddOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { preview } from '@dossier/contract/preview/preview';
import { pdfChanges } from '@dossier/contract/preview/pdf-changes';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { refreshLists } from '../../documents/areas.ts';
import { ToolSeparator } from '../viewer-parts.tsx';
import { openJoin, openSaveVersion } from './change-dialogs.tsx';
import { ChangeFrame, type ChangeProps, showSaved, useSteps } from './change-frame.tsx';
import { type EditedPage, isUnchanged, joined, movedBy, pagesOf, runsOf, turned, without } from './page-edits.ts';
import { PageGrid, useSelection } from './page-grid.tsx';
import { type PdfReading, takePdf } from '../pdf-library.ts';

/** The documents whose pages are shown, the own one under ''. */
function useDocuments(own: PDFDocumentProxy) {
  const [others, setOthers] = useState<ReadonlyMap<string, PDFDocumentProxy>>(new Map());
  const readings = useRef<PdfReading[]>([]);
  useEffect(() => () => readings.current.forEach(({ end }) => end()), []);
  return {
    of: ({ otherId }: EditedPage): PDFDocumentProxy | undefined => (otherId === undefined ? own : others.get(otherId)),
    /** Opens another PDF; answers how many pages it has. */
    async open(id: string): Promise<number> {
      const known = others.get(id);
      if (known !== undefined) return known.numPages;
      const view = await call(preview.view, { id });
      if (view.rendition !== 'pdf' || view.ext !== 'pdf') return 0;
      const reading = await takePdf(view.streamUrl, view.size);
      readings.current.push(reading);
      const document = await reading.document;
      setOthers((before) => new Map(before).set(id, document));
      return document.numPages;
    },
  };
}

/** What is saved of edited pages: a new version, or some of them as a document of their own. */
function usePageSaves({ view, close }: ChangeProps) {
  const t = useText('preview.changes');
  const target = { id: view.id, revisionId: view.revision ?? '' };
  return {
    saveVersion: (pages: readonly EditedPage[]): void =>
      openSaveVersion({
        title: t('saveVersion'),
        ok: t('save'),
        save: async ({ note }) => {
          const { label } = await call(pdfChanges.changePages, { ...target, pages: runsOf(pages), note }, { patient: true });
          notice.success(t('savedVersion', { label }));
          await showSaved();
          await close(true);
        },
      }),
    saveApart: (pages: readonly EditedPage[]): void =>
      openNameDialog({
        title: t('splitTitle', { count: pages.length }),
        ok: t('save'),
        name: view.name.replace(/(\.pdf)?$/i, ` - ${t('pagesPart')}.pdf`),
        save: async (name) => {
          const named = /\.pdf$/i.test(name) ? name : `${name}.pdf`;
          const made = await call(pdfChanges.extractPages, { ...target, pages: runsOf(pages), name: named }, { patient: true });
          notice.success(t('splitDone', { name: made.name }));
          await refreshLists();
        },
      }),
  };
}

/** The pages as they are edited, and what is done with the chosen ones. */
function usePageEdits({ view, document }: ChangeProps) {
  const t = useText('preview.changes');
  const { now: pages, take, undo } = useSteps<readonly EditedPage[]>(pagesOf(document.numPages));
  const selection = useSelection();
  const documents = useDocuments(document);
  const { chosen } = selection;
  const isNone = chosen.size === 0;
  const isAll = chosen.size >= pages.length;
  return {
    pages,
    take,
    undo,
    selection,
    documents,
    isNone,
    isAll,
    chosenPages: pages.filter(({ key }) => chosen.has(key)),
    remove(): void {
      if (isNone || isAll) return;
      take(without(pages, chosen));
      selection.set([]);
    },
    turn: (by: 90 | -90): void => void (!isNone && take(turned(pages, chosen, by))),
    move: (by: 1 | -1): void => void (!isNone && take(movedBy(pages, chosen, by))),
    insert: (): void =>
      openJoin(view, async (id) => {
        const count = await documents.open(id).catch(() => 0);
        if (count === 0) notice.error(t('notInsertable'));
        else if (pages.every(({ otherId }) => otherId !== id)) take(joined(pages, chosen, pagesOf(count, id)));
        return count > 0;
      }),
  };
}

/** Turns, moves, deletes and joins the pages of a PDF, and saves them. */
export function PagesEditor(props: ChangeProps): ReactNode {
  const t = useText('preview.changes');
  const edits = usePageEdits(props);
  const { saveVersion, saveApart } = usePageSaves(props);
  const { pages, selection, documents, undo, turn, move, remove, take, isNone, chosenPages } = edits;
  // the grid itself has them too, while it has the focus
  useHotkeys({ r: () => turn(90), Delete: remove, 'alt+ArrowLeft': () => move(-1), 'alt+ArrowRight': () => move(1) });
  return (
    <ChangeFrame
      title={t('editPages')}
      isChanged={!isUnchanged(pages, props.document.numPages)}
      save={{ label: t('saveVersion'), run: () => saveVersion(pages) }}
      undo={undo}
      leave={() => void props.close(false)}
      tools={<PageEditTools edits={edits} split={() => saveApart(chosenPages)} />}
      hint={isNone ? t('pagesHint', { count: pages.length }) : t('chosen', { count: chosenPages.length })}
    >
      <PageGrid {...{ pages, selection, turn, move, remove, take }} documentOf={documents.of} />
    </ChangeFrame>
  );
}

function PageEditTools({ edits, split }: { edits: ReturnType<typeof usePageEdits>; split: () => void }): ReactNode {
  const t = useText('preview.changes');
  const { isNone, isAll, chosenPages, turn, move, remove, insert, undo } = edits;
  const isForeign = chosenPages.some(({ otherId }) => otherId !== undefined);
  return (
    <>
      <ToolButton label={t('turnLeft')} icon={<RotateLeftOutlined />} disabled={isNone} onClick={() => turn(-90)} />
      <ToolButton label={t('turnRight')} icon={<RotateRightOutlined />} hotkey="r" disabled={isNone} onClick={() => turn(90)} />
      <ToolButton label={t('moveBack')} icon={<LeftOutlined />} hotkey="alt+ArrowLeft" disabled={isNone} onClick={() => move(-1)} />
      <ToolButton label={t('moveOn')} icon={<RightOutlined />} hotkey="alt+ArrowRight" disabled={isNone} onClick={() => move(1)} />
      <ToolButton label={t('deletePages')} icon={<DeleteOutlined />} hotkey="Delete" disabled={isNone || isAll} onClick={remove} />
      <ToolSeparator />
      <ToolButton label={t('insertPages')} icon={<FileAddOutlined />} onClick={insert} />
      <ToolButton label={t('split')} icon={<ExportOutlined />} disabled={isNone || isForeign} onClick={split} />
      <ToolSeparator />
      <ToolButton label={t('undo')} icon={<UndoOutlined />} hotkey="mod+z" disabled={!undo} onClick={() => undo?.()} />
    </>
  );
}
