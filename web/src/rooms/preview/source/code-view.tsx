import { getSearchQuery, openSearchPanel, SearchQuery, searchPanelOpen, setSearchQuery } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../ground/text.ts';
import { phraseOf, wordsOf } from '../../viewer/search-words.ts';
import { basics, searchWords } from './code-setup.ts';
import { findLanguage } from './languages.ts';
import styles from './source.module.css';

interface CodeViewProps {
  text: string;
  firstLine: number;
  name: string;
  wrap: boolean;
  keyword?: string;
  /** Counts up each time the search is asked for. */
  finding: number;
}

const language = new Compartment();
const wrapping = new Compartment();
const numbers = new Compartment();
const words = new Compartment();

/** Text in CodeMirror, to read and to copy from. */
export function CodeView({ text, firstLine, name, wrap, keyword, finding }: CodeViewProps): ReactNode {
  const t = useText('viewer');
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const asked = useRef(keyword);
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
      effects: words.reconfigure([EditorState.phrases.of(searchWords(t)), EditorView.contentAttributes.of({ 'aria-label': name })]),
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
    else if (asked.current) showHits(view, asked.current);
    asked.current = undefined;
  }, [text, firstLine]);
  useEffect(() => {
    editor.current?.dispatch({ effects: wrapping.reconfigure(wrap ? EditorView.lineWrapping : []) });
  }, [wrap]);
  useEffect(() => {
    if (finding > 0 && editor.current) openSearchPanel(editor.current);
  }, [finding]);
  useEffect(() => {
    let left = false;
    // A language that cannot be loaded leaves the text without colours.
    findLanguage(name).then(
      (support) => !left && support && editor.current?.dispatch({ effects: language.reconfigure(support) }),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [name]);
  return <div className={styles.code} ref={box} />;
}

/** Marks every place of what was searched for and shows the first: side by side if the text holds that, else each word. */
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
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}
