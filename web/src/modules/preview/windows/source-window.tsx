import { EnterOutlined, LeftOutlined, RightOutlined, SearchOutlined } from '@ant-design/icons';
import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import {
  SearchQuery,
  getSearchQuery,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
  searchPanelOpen,
  setSearchQuery,
} from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import type { PlaceOf } from '@dossier/contract/comments/places';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall } from '../../../platform/query.ts';
import { Empty } from '../../../platform/ui/empty.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { useDelayed } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { Text, classNames } from '../../../platform/ui/layout.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';
import { ToolButton } from '../../../platform/ui/tool-button.tsx';
import { codeColours, codeTheme, highlightByName, searchPhrases, showWords } from '../code-view.ts';
import { useAskedPlace } from '../shown-place.ts';
import type { WindowProps } from '../view-request.ts';
import { wordsInText } from '../words-in-page.ts';
import code from '../viewer/code-colours.module.css';
import { useWrap } from '../viewer-preferences.ts';
import { PrintButton, usePlainPrint } from '../viewer/printing.tsx';
import { phraseOf, wordsOf } from '../viewer/search-terms.ts';
import { ViewerFrame } from '../viewer/viewer-frame.tsx';
import { PrintedText } from '../viewer-parts.tsx';
import styles from './source-window.module.css';

/** The extensions of every text view: highlighting, folding, search, read-only. */
const basics: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
  highlightSpecialChars(),
  foldGutter(),
  drawSelection(),
  bracketMatching(),
  highlightSelectionMatches(),
  syntaxHighlighting(codeColours),
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  codeTheme,
];

interface CodeViewProps {
  text: string;
  firstLine: number;
  name: string;
  wrap: boolean;
  keyword?: string;
  /** Rises with each request for the search panel. */
  finding: number;
  /** The words of a thread that are shown: a new object each time. */
  quoted: { from: number; to: number } | undefined;
}

const language = new Compartment();
const wrapping = new Compartment();
const numbers = new Compartment();
const words = new Compartment();

/** Text in CodeMirror, to read and copy. */
function CodeView({ text, firstLine, name, wrap, keyword, finding, quoted }: CodeViewProps): ReactNode {
  const t = useText('preview.viewer');
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const initialKeyword = useRef(keyword);
  useEffect(() => {
    if (!box.current) return;
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({ extensions: [numbers.of([]), basics, language.of([]), wrapping.of([]), words.of([])] }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    editor.current?.dispatch({
      effects: words.reconfigure([EditorState.phrases.of(searchPhrases(t)), EditorView.contentAttributes.of({ 'aria-label': name })]),
    });
  }, [t, name]);
  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: [numbers.reconfigure(lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) })), EditorView.scrollIntoView(0)],
    });
    if (searchPanelOpen(view.state)) goToFirst(view, getSearchQuery(view.state));
    else if (initialKeyword.current) showHits(view, initialKeyword.current);
    initialKeyword.current = undefined;
  }, [text, firstLine]);
  useEffect(() => {
    editor.current?.dispatch({ effects: wrapping.reconfigure(wrap ? EditorView.lineWrapping : []) });
  }, [wrap]);
  useEffect(() => {
    if (finding > 0 && editor.current) openSearchPanel(editor.current);
  }, [finding]);
  useEffect(() => {
    if (quoted) showWords(editor.current, quoted);
  }, [quoted, text]);
  useEffect(() => highlightByName(editor.current, language, name), [name]);
  return <div className={classNames(styles.code, code.colours)} ref={box} />;
}

/** Marks all search hits and shows the first: of the phrase if the text contains it, else of each word. */
function showHits(view: EditorView, keyword: string): void {
  const phrase = new SearchQuery({ search: phraseOf(keyword), literal: true });
  const single = wordsOf(keyword).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const isApart = single.length > 0 && phrase.getCursor(view.state).next().done === true;
  const query = isApart ? new SearchQuery({ search: single.join('|'), regexp: true }) : phrase;
  openSearchPanel(view);
  view.dispatch({ effects: setSearchQuery.of(query) });
  goToFirst(view, query);
}

function goToFirst(view: EditorView, query: SearchQuery): void {
  const first = query.valid ? query.getCursor(view.state).next() : undefined;
  if (!first || first.done) return;
  const { from, to } = first.value;
  showWords(view, { from, to });
}

/** A text or source file: highlighted by its extension, with continuous line numbers, searchable. */
export function SourceWindow({ view, query, start }: WindowProps & { start?: ReactNode }): ReactNode {
  const t = useText('preview.viewer');
  const { currentRev, keyword } = query;
  const [page, setPage] = useState(1);
  const [wrap, setWrap] = useWrap(view.ext);
  const [finding, setFinding] = useState(keyword ? 1 : 0);
  const text = useCall(previewByToken.text, { look: view.look, page }, { keep: true, staleTime: Number.POSITIVE_INFINITY });
  const late = useDelayed(text.isFetching);
  const pages = text.data?.pages ?? 1;
  const print = usePlainPrint({ id: view.id, rights: view.rights, currentRev });
  const quoted = useQuotedWords({ look: view.look, page, pages }, text.data?.text, setPage);
  const turn = (to: number): void => setPage(Math.min(pages, Math.max(1, to)));
  useHotkeys({
    'mod+f': () => setFinding(finding + 1),
    'alt+z': () => setWrap(!wrap),
    ArrowLeft: () => (pages > 1 ? turn(page - 1) : false),
    ArrowRight: () => (pages > 1 ? turn(page + 1) : false),
  });
  return (
    <ViewerFrame
      view={view}
      currentRev={currentRev}
      isAwaited={!text.data && !text.error}
      start={start}
      tools={<SourceTools page={page} pages={pages} turn={turn} encoding={text.data?.encoding} wrap={wrap} setWrap={setWrap} />}
      end={
        <>
          <ToolButton label={t('find')} icon={<SearchOutlined />} hotkey="mod+f" onClick={() => setFinding(finding + 1)} />
          <PrintButton print={print} disabled={!text.data} />
        </>
      }
    >
      {late && <Spinner className={styles.corner} label={t('loading')} />}
      {text.error && !text.data && <ErrorBox error={text.error} retry={() => void text.refetch()} />}
      {text.data && text.data.text === '' && pages === 1 && <Empty title={t('fileEmpty')} />}
      {text.data && (text.data.text !== '' || pages > 1) && (
        <>
          <CodeView {...text.data} name={view.name} wrap={wrap} finding={finding} quoted={quoted} {...(keyword && { keyword })} />
          <PrintedText className={styles.printed}>{text.data.text}</PrintedText>
        </>
      )}
    </ViewerFrame>
  );
}

interface TextPart {
  look: string;
  page: number;
  pages: number;
}

type QuotedWords = { from: number; to: number };

/** The words of the thread that the panel asks for, in the part of the text that is shown; turns to another part where they are in that. */
function useQuotedWords(part: TextPart, text: string | undefined, turnTo: (page: number) => void): QuotedWords | undefined {
  const t = useText('preview.viewer');
  const { look, page: shown, pages } = part;
  const [quoted, setQuoted] = useState<QuotedWords & { page: number }>();
  const inPart = async (page: number): Promise<string> =>
    page === shown && text !== undefined ? text : (await call(previewByToken.text, { look, page }, { quiet: true })).text;
  const show = async (place: PlaceOf<'words'>): Promise<void> => {
    for (const page of [shown, ...Array.from({ length: pages }, (_, at) => at + 1).filter((one) => one !== shown)]) {
      const found = wordsInText(await inPart(page))(place);
      if (found === undefined) continue;
      setQuoted({ ...found, page });
      return turnTo(page);
    }
    return notice.info(t('wordsGone'));
  };
  // a refusal leaves what is shown
  useAskedPlace(['words'], text !== undefined, (place) => void show(place).catch(() => undefined));
  return quoted?.page === shown ? quoted : undefined;
}

interface SourceToolsProps {
  page: number;
  pages: number;
  turn: (to: number) => void;
  encoding: string | undefined;
  wrap: boolean;
  setWrap: (wrap: boolean) => void;
}

function SourceTools({ page, pages, turn, encoding, wrap, setWrap }: SourceToolsProps): ReactNode {
  const t = useText('preview.viewer');
  return (
    <>
      {pages > 1 && (
        <>
          <ToolButton label={t('previousPage')} icon={<LeftOutlined />} disabled={page <= 1} onClick={() => turn(page - 1)} />
          <Text size="s" tone="muted" numeric className={styles.fact}>
            {t('countOf', { count: page, m: pages })}
          </Text>
          <ToolButton label={t('nextPage')} icon={<RightOutlined />} disabled={page >= pages} onClick={() => turn(page + 1)} />
        </>
      )}
      {encoding && (
        <Text size="s" tone="muted" className={styles.fact} title={t('encoding')}>
          {encoding.toUpperCase()}
        </Text>
      )}
      <ToolButton label={t('wrapLines')} icon={<EnterOutlined />} hotkey="alt+z" on={wrap} onClick={() => setWrap(!wrap)} />
    </>
  );
}
