import { DeleteOutlined, SearchOutlined, UndoOutlined } from '@ant-design/icons';
import { right } from '@dossier/contract/core/rights';
import { type PageArea, mostRedactedPages, pdfChanges } from '@dossier/contract/preview/pdf-changes';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { NativeButton } from '../../../platform/ui/native-controls.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { ToolField, ToolSeparator } from '../viewer-parts.tsx';
import { openSaveVersion } from './change-dialogs.tsx';
import { ChangeFrame, type ChangeProps, showSaved, useSteps } from './change-frame.tsx';
import { PageDrawing } from './page-drawing.tsx';
import styles from './pdf.module.css';

/** An area that is to be blacked out. */
interface MarkedArea extends PageArea {
  key: string;
}

let made = 0;
const marked = (area: PageArea): MarkedArea => ({ ...area, key: String(made++) });

/** The marked areas, and what is done with them. */
function useMarks({ view, close }: ChangeProps) {
  const t = useText('preview.changes');
  const { now: areas, take, undo } = useSteps<readonly MarkedArea[]>([]);
  const [chosen, choose] = useState<string>();
  const target = { id: view.id, revisionId: view.revision ?? '' };
  const pages = new Set(areas.map(({ page }) => page)).size;
  return {
    areas,
    undo,
    chosen,
    choose,
    pages,
    add: (area: PageArea): void => take([...areas, marked(area)]),
    remove(key: string | undefined): void {
      if (key !== undefined) take(areas.filter((area) => area.key !== key));
      choose(undefined);
    },
    async find(word: string): Promise<void> {
      const { hits, cut } = await call(pdfChanges.findWords, { ...target, words: [word] }, { patient: true });
      const known = new Set(areas.map(placeOf));
      const more = hits.flat().filter((area) => !known.has(placeOf(area)));
      notice.info(hits.length === 0 ? t('notFound', { word }) : t('found', { count: hits.length }));
      if (cut) notice.warning(t('foundMore'));
      if (more.length > 0) take([...areas, ...more.map(marked)]);
    },
    save(): void {
      if (pages > mostRedactedPages) return notice.error(t('tooManyPages', { count: mostRedactedPages }));
      openSaveVersion({
        title: t('blackOutQuestion', { count: areas.length }),
        text: t('blackOutText'),
        ok: t('blackOut'),
        mayDeleteOlder: (view.rights & right.manage) !== 0,
        save: async ({ note, deleteOlder = false }) => {
          const places = areas.map(({ page, x, y, width: wide, height: high }) => ({ page, x, y, width: wide, height: high }));
          const { label, kept } = await call(pdfChanges.redact, { ...target, areas: places, note, deleteOlder }, { patient: true });
          notice.success(t('blackedOut', { label }));
          if (kept.length > 0) notice.warning(t('versionsKept', { labels: kept.join(', ') }));
          await showSaved();
          await close(true);
        },
      });
    },
  };
}

/** Marks areas of a PDF, drawn by hand or found by their words, and blacks them out for good in a new version. */
export function RedactionEditor(props: ChangeProps): ReactNode {
  const t = useText('preview.changes');
  const { document, page } = props;
  const { areas, undo, chosen, choose, pages, add, remove, find, save } = useMarks(props);
  useHotkeys({ Delete: () => remove(chosen) });
  const tools = (
    <>
      <WordSearch find={find} />
      <ToolSeparator />
      <ToolButton
        label={t('removeArea')}
        icon={<DeleteOutlined />}
        hotkey="Delete"
        disabled={chosen === undefined}
        onClick={() => remove(chosen)}
      />
      <ToolButton label={t('undo')} icon={<UndoOutlined />} hotkey="mod+z" disabled={!undo} onClick={() => undo?.()} />
    </>
  );
  return (
    <ChangeFrame
      title={t('blackOutMode')}
      isChanged={areas.length > 0}
      save={{ label: t('blackOut'), run: save }}
      undo={undo}
      leave={() => void props.close(false)}
      tools={tools}
      hint={areas.length === 0 ? t('blackOutHint') : t('areasOnPages', { count: areas.length, pages })}
    >
      <Stack grow scroll sunken gap={3} pad={4} align="center" role="group" aria-label={t('pages')}>
        {Array.from({ length: document.numPages }, (_, at) => (
          <MarkedPage
            key={at}
            document={document}
            page={at + 1}
            isFirst={at + 1 === page}
            areas={areas.filter((area) => area.page === at + 1)}
            {...{ chosen, choose, add, remove }}
          />
        ))}
      </Stack>
    </ChangeFrame>
  );
}

const placeOf = ({ page, x, y }: PageArea): string => `${page} ${x.toFixed(4)} ${y.toFixed(4)}`;

function WordSearch({ find }: { find: (word: string) => Promise<void> }): ReactNode {
  const t = useText('preview.changes');
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const search = async (): Promise<void> => {
    if (word.trim() === '' || busy) return;
    setBusy(true);
    // a refusal is shown by the call
    await find(word.trim()).catch(() => undefined);
    setBusy(false);
  };
  return (
    <Row as="span" gap={1}>
      <ToolField
        aria-label={t('words')}
        placeholder={t('words')}
        maxLength={200}
        value={word}
        onChange={({ target }) => setWord(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && void search()}
      />
      <NativeButton disabled={busy || word.trim() === ''} onClick={() => void search()}>
        <SearchOutlined aria-hidden="true" /> {t('markAll')}
      </NativeButton>
    </Row>
  );
}

interface MarkedPageProps {
  document: PDFDocumentProxy;
  page: number;
  /** The page that was read before, which is shown first. */
  isFirst: boolean;
  areas: readonly MarkedArea[];
  chosen: string | undefined;
  choose: (key: string | undefined) => void;
  add: (area: PageArea) => void;
  remove: (key: string) => void;
}

type Point = [x: number, y: number];

/** An area as small as this is a click, in fractions of the page. */
const smallest = 0.004;

const areaBetween = (page: number, [x1, y1]: Point, [x2, y2]: Point): PageArea => ({
  page,
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});

const [width, height] = [Math.min(900, innerWidth - 64), 4000];

function MarkedPage({ document, page, isFirst, areas, chosen, choose, add, remove }: MarkedPageProps): ReactNode {
  const t = useText('preview.changes');
  const sheet = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ from: Point; to: Point }>();
  useEffect(() => {
    if (isFirst) sheet.current?.scrollIntoView({ block: 'start' });
  }, [isFirst]);
  const pointOf = (event: PointerEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    const within = (value: number): number => Math.max(0, Math.min(1, value));
    return [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)];
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawn({ from: pointOf(event), to: pointOf(event) });
    choose(undefined);
  };
  const end = (event: PointerEvent): void => {
    if (drawn === undefined) return;
    const area = areaBetween(page, drawn.from, pointOf(event));
    setDrawn(undefined);
    if (area.width > smallest && area.height > smallest) add(area);
  };
  const press = (event: KeyboardEvent, key: string): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(key);
  };
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      aria-label={t('pageN', { count: page })}
      role="group"
      onPointerDown={begin}
      onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: pointOf(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(undefined)}
    >
      <PageDrawing document={document} page={page} rotation={0} width={width} height={height} whenSeen />
      {areas.map((area, at) => (
        <button
          key={area.key}
          type="button"
          className={styles.area}
          style={percents(area)}
          aria-label={t('areaN', { count: at + 1, page })}
          aria-pressed={chosen === area.key}
          onClick={() => choose(area.key)}
          onKeyDown={(event) => press(event, area.key)}
        />
      ))}
      {drawn && <span className={styles.area} style={percents(areaBetween(page, drawn.from, drawn.to))} />}
    </div>
  );
}

const percents = ({ x, y, width: wide, height: high }: PageArea) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${wide * 100}%`,
  height: `${high * 100}%`,
});
