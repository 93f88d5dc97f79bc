import { HighlightStyle, LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import type { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { TextOf } from '../../platform/i18n.ts';

/** The colours of source code. */
export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--code-comment)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: 'var(--code-type)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName), tags.attributeName],
    color: 'var(--code-name)',
  },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent-text)' },
]);

/** The looks of text in CodeMirror, read or written. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-2)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 8px 0 12px', fontVariantNumeric: 'tabular-nums' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-searchMatch': { backgroundColor: 'rgb(255 196 0 / 0.42)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { backgroundColor: 'rgb(255 120 0 / 0.55)' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: '1px solid var(--edge)', color: 'var(--ink-2)' },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 36px 6px 12px', fontFamily: 'var(--font)', fontSize: '13px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '13px' },
  '.cm-textfield': {
    height: '28px',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    fontSize: '13px',
  },
  '.cm-button': {
    height: '28px',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
    background: 'var(--paper)',
    color: 'var(--ink)',
    fontSize: '13px',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '6px',
    right: '8px',
    width: '28px',
    height: '28px',
    color: 'var(--ink)',
    fontSize: '18px',
    cursor: 'pointer',
  },
});

/** The texts of the search panel in the user's language. */
export function searchPhrases(t: TextOf<'preview.viewer'>): Record<string, string> {
  return {
    Find: t('findInDocument'),
    next: t('nextHit'),
    previous: t('previousHit'),
    all: t('selectAllHits'),
    'match case': t('matchCase'),
    regexp: t('regularExpression'),
    'by word': t('wholeWords'),
    Replace: t('replaceWith'),
    replace: t('replaceOne'),
    'replace all': t('replaceAll'),
    'replaced match on line $': t('replacedOne'),
    'replaced $ matches': t('replacedAll'),
    close: t('closeFind'),
    'current match': t('currentHit'),
    'on line': t('onLine'),
    'Fold line': t('foldLine'),
    'Unfold line': t('unfoldLine'),
    'folded code': t('foldedLines'),
    unfold: t('unfoldLine'),
    'Control character': t('controlCharacter'),
  };
}

// Longest file name that is matched against the languages.
const longestName = 255;

/** The highlighting for a file by its name, loaded on demand; undefined for plain text. */
async function findLanguage(name: string): Promise<LanguageSupport | undefined> {
  if (name.length > longestName) return undefined;
  return LanguageDescription.matchFilename(languages, name.toLowerCase())?.load();
}

/** Highlights a text by the name of its file, in a compartment of the editor's extensions; answers what cancels it. */
export function highlightByName(view: EditorView | undefined, language: Compartment, name: string): () => void {
  let isCancelled = false;
  // without the chunk of the language the text stays plain
  findLanguage(name).then(
    (support) => {
      if (!isCancelled && support !== undefined) view?.dispatch({ effects: language.reconfigure(support) });
    },
    () => undefined,
  );
  return () => {
    isCancelled = true;
  };
}

/** Selects a part of a text and brings it into view. */
export function showWords(view: EditorView | undefined, { from, to }: { from: number; to: number }): void {
  const end = Math.min(to, view?.state.doc.length ?? 0);
  view?.dispatch({
    selection: { anchor: Math.min(from, end), head: end },
    effects: EditorView.scrollIntoView(Math.min(from, end), { y: 'center' }),
  });
}
