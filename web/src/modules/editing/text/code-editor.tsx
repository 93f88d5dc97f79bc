import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next';
import { useText } from '../../../platform/i18n.ts';
import { codeColours, codeTheme, highlightByName, searchPhrases } from '../../preview/code-view.ts';
import { caretNames } from './caret-names.ts';
import type { RoomConnection } from './room-connection.ts';
import { commentMarks, useTextComments } from './text-comments.ts';
import styles from './text-editor.module.css';

const language = new Compartment();
const wrapping = new Compartment();
const phrases = new Compartment();
const writing = new Compartment();

const basics: Extension = [
  highlightSpecialChars(),
  lineNumbers(),
  foldGutter(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  syntaxHighlighting(codeColours),
  search({ top: true }),
  keymap.of([...yUndoManagerKeymap, ...searchKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
  codeTheme,
  EditorView.theme({
    '.cm-content': { caretColor: 'var(--ink)' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 5%, transparent)' },
    '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  }),
];

interface CodeEditorProps {
  room: RoomConnection;
  name: string;
  wrap: boolean;
  readOnly: boolean;
  /** Rises with each request for the search panel. */
  finding: number;
  /** The editor, while it is shown. */
  shown: (view: EditorView | undefined) => void;
}

const saveKey = (room: RoomConnection): Extension =>
  keymap.of([
    {
      key: 'Mod-s',
      preventDefault: true,
      run: () => {
        room.save();
        return true;
      },
    },
  ]);

/** The text of a room in CodeMirror, with the carets of the others. */
export function CodeEditor({ room, name, wrap, readOnly, finding, shown }: CodeEditorProps): ReactNode {
  const t = useText('preview.viewer');
  const e = useText('editing.editor');
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const [opened, setOpened] = useState<EditorView>();
  const latestShown = useRef(shown);
  latestShown.current = shown;
  useEffect(() => {
    if (!box.current) return;
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: room.text.toJSON(),
        extensions: [
          saveKey(room),
          basics,
          yCollab(room.text, room.awareness),
          caretNames(room.awareness),
          commentMarks,
          language.of([]),
          wrapping.of([]),
          phrases.of([]),
          writing.of([]),
        ],
      }),
    });
    editor.current = view;
    setOpened(view);
    latestShown.current(view);
    view.focus();
    return () => {
      latestShown.current(undefined);
      view.destroy();
    };
  }, [room]);
  useEffect(() => {
    const attributes = EditorView.contentAttributes.of({ 'aria-label': name, 'aria-description': e('tabHint') });
    editor.current?.dispatch({ effects: phrases.reconfigure([EditorState.phrases.of(searchPhrases(t)), attributes]) });
  }, [t, e, name]);
  useEffect(() => {
    editor.current?.dispatch({ effects: wrapping.reconfigure(wrap ? EditorView.lineWrapping : []) });
  }, [wrap]);
  useEffect(() => {
    editor.current?.dispatch({ effects: writing.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);
  useEffect(() => {
    if (finding > 0 && editor.current) openSearchPanel(editor.current);
  }, [finding]);
  useEffect(() => highlightByName(editor.current, language, name), [name]);
  useTextComments(opened);
  return <div className={styles.code} ref={box} />;
}
