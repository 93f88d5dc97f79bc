import { type DragEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useText } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { Row } from '../../../platform/ui/layout.tsx';
import { PageDrawing } from './page-drawing.tsx';
import { type EditedPage, movedTo } from './page-edits.ts';
import styles from './pdf.module.css';

/** Which pages are chosen, and from which a range goes on. */
export function useSelection() {
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

interface GridProps {
  pages: readonly EditedPage[];
  selection: ReturnType<typeof useSelection>;
  documentOf: (page: EditedPage) => PDFDocumentProxy | undefined;
  turn: (by: 90 | -90) => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
  take: (pages: EditedPage[]) => void;
}

/** Pages in one line: the first ones at the same height. */
function columnsOf(list: RefObject<HTMLElement | null>): number {
  const tops = [...(list.current?.children ?? [])].map((one) => (one as HTMLElement).offsetTop);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
}

/** Moves the focus among the pages, and does by key what the tools do. */
function useGridKeys({ pages, selection, turn, move, remove }: GridProps, list: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(0);
  const at = Math.min(active, pages.length - 1);
  useEffect(() => (list.current?.children[0] as HTMLElement | undefined)?.focus(), [list]);
  const goTo = (event: KeyboardEvent, to: number): void => {
    if (event.shiftKey) selection.pick(pages, to, event);
    setActive(to);
    (list.current?.children[to] as HTMLElement | undefined)?.focus();
  };
  const commands: Record<string, () => void> = {
    Space: () => selection.pick(pages, at, { shiftKey: false, ctrlKey: true, metaKey: false }),
    Enter: () => selection.pick(pages, at, { shiftKey: false, ctrlKey: true, metaKey: false }),
    'mod+a': () => selection.set(pages.map((page) => page.key)),
    Delete: remove,
    Backspace: remove,
    r: () => turn(90),
    'alt+ArrowLeft': () => move(-1),
    'alt+ArrowRight': () => move(1),
  };
  const press = (event: KeyboardEvent): void => {
    const key = describeKey(event);
    const row = columnsOf(list);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, Home: -at, End: pages.length - 1 - at };
    const step = steps[key.replace('shift+', '') as keyof typeof steps] as number | undefined;
    const command = commands[key];
    if (step !== undefined) goTo(event, Math.max(0, Math.min(pages.length - 1, at + step)));
    else if (command !== undefined) command();
    else return;
    event.preventDefault();
  };
  return { at, setActive, press };
}

/** Drags the chosen pages; `over` is the page before which they would stand. */
function usePageDrag({ pages, selection, take }: GridProps) {
  const [over, setOver] = useState<number>();
  return {
    over,
    leave: () => setOver(undefined),
    begin(event: DragEvent, index: number): void {
      const key = pages[index]?.key ?? '';
      if (!selection.chosen.has(key)) selection.set([key]);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', key);
    },
    /** Before a page, or behind it in its second half. */
    aim(event: DragEvent, index: number): void {
      event.preventDefault();
      const { left, width: wide } = event.currentTarget.getBoundingClientRect();
      setOver(event.clientX > left + wide / 2 ? index + 1 : index);
    },
    drop(event: DragEvent): void {
      event.preventDefault();
      if (over !== undefined && selection.chosen.size > 0) take(movedTo(pages, selection.chosen, over));
      setOver(undefined);
    },
  };
}

/** All pages in a grid: chosen by pointer and keyboard, dragged to another place. */
export function PageGrid(props: GridProps): ReactNode {
  const t = useText('preview.changes');
  const { pages, selection } = props;
  const list = useRef<HTMLElement>(null);
  const { at, setActive, press } = useGridKeys(props, list);
  const drag = usePageDrag(props);
  const dropAt = (index: number): 'before' | 'after' | undefined =>
    drag.over === index ? 'before' : drag.over === index + 1 && index === pages.length - 1 ? 'after' : undefined;
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
      onDrop={drag.drop}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={drag.leave}
    >
      {pages.map((page, index) => (
        <li
          key={page.key}
          role="option"
          aria-selected={selection.chosen.has(page.key)}
          aria-label={page.otherId === undefined ? t('pageN', { count: page.page }) : t('joinedPageN', { count: page.page })}
          tabIndex={index === at ? 0 : -1}
          draggable
          className={styles.cell}
          data-drop={dropAt(index)}
          onClick={(event) => {
            setActive(index);
            selection.pick(pages, index, event);
          }}
          onDragStart={(event) => drag.begin(event, index)}
          onDragOver={(event) => drag.aim(event, index)}
        >
          <GridPage page={page} document={props.documentOf(page)} />
        </li>
      ))}
    </Row>
  );
}

const [width, height] = [132, 172];

function GridPage({ page: { page, turn, otherId }, document }: { page: EditedPage; document: PDFDocumentProxy | undefined }): ReactNode {
  return (
    <>
      {document && <PageDrawing document={document} page={page} rotation={turn} width={width} height={height} whenSeen />}
      <span aria-hidden="true">{otherId === undefined ? page : `+ ${page}`}</span>
    </>
  );
}
