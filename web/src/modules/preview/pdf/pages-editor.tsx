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
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { openNameDialog } from '../../../platform/ui/form-dialog.tsx';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { refreshLists } from '../../documents/areas.ts';
import { ToolSeparator } from '../viewer-parts.tsx';
import { openJoin, openSaveVersion } from './change-dialogs.tsx';
import { ChangeFrame, type ChangeProps, showSaved, useSteps } from './change-frame.tsx';
import { PageDrawing } from './page-drawing.tsx';
import { type EditedPage, isUnchanged, joined, movedBy, movedTo, pagesOf, runsOf, turned, without } from './page-edits.ts';
import { type PdfReading, takePdf } from './pdf-library.ts';
import styles from './pdf.module.css';

/** Which pages are chosen, and from which a range goes on. */
function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const start = useRef(0);
  return {
    chosen,
    set: (keys: Iterable<string>) => setChosen(new Set(keys)),
    /** A click: one page, with shift all up to it, with Ctrl that one more or less. */
    pick(pages: readonly EditedPage[], at: number, how: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void {
      const key = pages[at]?.key ?? '';
      if (how.shiftKey) {
        const [from, to] = [Math.min(start.current, at), Math.max(start.current, at)];
        setChosen(new Set(pages.slice(from, to + 1).map((page) => page.key)));
        return;
      }
      start.current = at;
      if (!how.ctrlKey && !how.metaKey) setChosen(new Set([key]));
      else setChosen((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
    },
  };
}

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

/** Turns, moves, deletes and joins the pages of a PDF, and saves them as a new version, or some of them as a document of their own. */
export function PagesEditor({ view, document, close }: ChangeProps): ReactNode {
  const t = useText('preview.changes');
  const { now: pages, take, undo } = useSteps(pagesOf(document.numPages));
  const selection = useSelection();
  const documents = useDocuments(document);
  const { chosen } = selection;
  const isNone = chosen.size === 0;
  const chosenPages = pages.filter(({ key }) => chosen.has(key));
  const remove = (): void => {
    if (isNone || chosen.size >= pages.length) return;
    take(without(pages, chosen));
    selection.set([]);
  };
  const turn = (by: 90 | -90): void => void (!isNone && take(turned(pages, chosen, by)));
  const move = (by: 1 | -1): void => void (!isNone && take(movedBy(pages, chosen, by)));
  const insert = (): void =>
    openJoin(view, async (id) => {
      const count = await documents.open(id).catch(() => 0);
      if (count === 0) {
        notice.error(t('notInsertable'));
        return false;
      }
      if (pages.some(({ otherId }) => otherId === id)) return undefined;
      take(joined(pages, chosen, pagesOf(count, id)));
      return undefined;
    });
  const target = { id: view.id, revisionId: view.revision ?? '' };
  const save = (): void =>
    openSaveVersion({
      title: t('saveVersion'),
      ok: t('save'),
      save: async ({ note }) => {
        const { label } = await call(pdfChanges.changePages, { ...target, pages: runsOf(pages), note }, { patient: true });
        notice.success(t('savedVersion', { label }));
        await showSaved();
        close(true);
      },
    });
  const split = (): void =>
    openNameDialog({
      title: t('splitTitle', { count: chosenPages.length }),
      ok: t('save'),
      name: view.name.replace(/(\.pdf)?$/i, ` - ${t('pagesPart')}.pdf`),
      save: async (name) => {
        const named = /\.pdf$/i.test(name) ? name : `${name}.pdf`;
        const made = await call(pdfChanges.extractPages, { ...target, pages: runsOf(chosenPages), name: named }, { patient: true });
        notice.success(t('splitDone', { name: made.name }));
        await refreshLists();
      },
    });
  const isForeign = chosenPages.some(({ otherId }) => otherId !== undefined);
  const tools = (
    <>
      <ToolButton label={t('turnLeft')} icon={<RotateLeftOutlined />} disabled={isNone} onClick={() => turn(-90)} />
      <ToolButton label={t('turnRight')} icon={<RotateRightOutlined />} hotkey="r" disabled={isNone} onClick={() => turn(90)} />
      <ToolButton label={t('moveBack')} icon={<LeftOutlined />} hotkey="alt+ArrowLeft" disabled={isNone} onClick={() => move(-1)} />
      <ToolButton label={t('moveOn')} icon={<RightOutlined />} hotkey="alt+ArrowRight" disabled={isNone} onClick={() => move(1)} />
      <ToolButton
        label={t('deletePages')}
        icon={<DeleteOutlined />}
        hotkey="Delete"
        disabled={isNone || chosen.size >= pages.length}
        onClick={remove}
      />
      <ToolSeparator />
      <ToolButton label={t('insertPages')} icon={<FileAddOutlined />} onClick={insert} />
      <ToolButton label={t('split')} icon={<ExportOutlined />} disabled={isNone || isForeign} onClick={split} />
      <ToolSeparator />
      <ToolButton label={t('undo')} icon={<UndoOutlined />} hotkey="mod+z" disabled={!undo} onClick={() => undo?.()} />
    </>
  );
  return (
    <ChangeFrame
      title={t('editPages')}
      isChanged={!isUnchanged(pages, document.numPages)}
      save={{ label: t('saveVersion'), run: save }}
      undo={undo}
      leave={() => close(false)}
      tools={tools}
      hint={isNone ? t('pagesHint', { count: pages.length }) : t('chosen', { count: chosen.size })}
    >
      <PageGrid {...{ pages, selection, documents, turn, move, remove, take }} />
    </ChangeFrame>
  );
}

interface GridProps {
  pages: readonly EditedPage[];
  selection: ReturnType<typeof useSelection>;
  documents: ReturnType<typeof useDocuments>;
  turn: (by: 90 | -90) => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
  take: (pages: EditedPage[]) => void;
}

const [width, height] = [132, 172];

function PageGrid({ pages, selection, documents, turn, move, remove, take }: GridProps): ReactNode {
  const t = useText('preview.changes');
  const list = useRef<HTMLElement>(null);
  const [active, setActive] = useState(0);
  const [over, setOver] = useState<number>();
  const at = Math.min(active, pages.length - 1);
  const focus = (to: number): void => {
    setActive(to);
    (list.current?.children[to] as HTMLElement | undefined)?.focus();
  };
  useEffect(() => (list.current?.children[0] as HTMLElement | undefined)?.focus(), []);
  const columns = (): number => {
    const tops = [...(list.current?.children ?? [])].map((one) => (one as HTMLElement).offsetTop);
    return Math.max(1, tops.filter((top) => top === tops[0]).length);
  };
  const press = (event: KeyboardEvent): void => {
    const key = describeKey(event);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns(), Home: -at, End: pages.length - 1 - at }[
      key.replace('shift+', '')
    ];
    if (step !== undefined) {
      const to = Math.max(0, Math.min(pages.length - 1, at + step));
      if (event.shiftKey) selection.pick(pages, to, event);
      focus(to);
    } else if (key === 'Space' || key === 'Enter') selection.pick(pages, at, { shiftKey: false, ctrlKey: true, metaKey: false });
    else if (key === 'mod+a') selection.set(pages.map((page) => page.key));
    else if (key === 'Delete' || key === 'Backspace') remove();
    else if (key === 'r') turn(90);
    else if (key === 'alt+ArrowLeft') move(-1);
    else if (key === 'alt+ArrowRight') move(1);
    else return;
    event.preventDefault();
  };
  const begin = (event: DragEvent, index: number): void => {
    const key = pages[index]?.key ?? '';
    if (!selection.chosen.has(key)) selection.set([key]);
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', key);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (over !== undefined && selection.chosen.size > 0) take(movedTo(pages, selection.chosen, over));
    setOver(undefined);
  };
  /** Before a page, or behind it in its second half. */
  const aim = (event: DragEvent, index: number): void => {
    event.preventDefault();
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    setOver(event.clientX > left + wide / 2 ? index + 1 : index);
  };
  return (
    <Row
      as="ul"
      ref={list}
      wrap
      grow
      scroll
      sunken
      gap={3}
      pad={4}
      align="start"
      role="listbox"
      aria-multiselectable="true"
      aria-label={t('editPages')}
      className={styles.grid}
      onKeyDown={press}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setOver(undefined)}
    >
      {pages.map((page, index) => {
        const shown = documents.of(page);
        return (
          <li
            key={page.key}
            role="option"
            aria-selected={selection.chosen.has(page.key)}
            aria-label={page.otherId === undefined ? t('pageN', { count: page.page }) : t('joinedPageN', { count: page.page })}
            tabIndex={index === at ? 0 : -1}
            draggable
            className={styles.cell}
            data-drop={over === index ? 'before' : over === index + 1 && index === pages.length - 1 ? 'after' : undefined}
            onClick={(event: MouseEvent) => {
              setActive(index);
              selection.pick(pages, index, event);
            }}
            onDragStart={(event) => begin(event, index)}
            onDragOver={(event) => aim(event, index)}
          >
            {shown && <PageDrawing document={shown} page={page.page} rotation={page.turn} width={width} height={height} whenSeen />}
            <span aria-hidden="true">{page.otherId === undefined ? page.page : `+ ${page.page}`}</span>
          </li>
        );
      })}
    </Row>
  );
}
