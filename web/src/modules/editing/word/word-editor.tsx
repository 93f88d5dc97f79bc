import '@docx-editor.dev/core/styles/editor.css';
import type { Editor } from '@docx-editor.dev/core';
import type { Translations } from '@docx-editor.dev/i18n';
import { DocxEditor, LocaleProvider } from '@docx-editor.dev/react';
import type { Lang } from '@dossier/contract/core/shapes';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useAppearance } from '../../../platform/appearance.ts';
import { languageTags, useLanguage } from '../../../platform/i18n.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { classNames } from '../../../platform/ui/layout.tsx';
import styles from './word-editor.module.css';
import { WordFind } from './word-find.tsx';
import { resolveFonts } from './word-fonts.ts';
import { loadWordTexts, wordText } from './word-texts.ts';

/** The texts of the editor's tools; undefined while they are on their way, as what is drawn before they are there would stay English. */
function useTexts(language: Lang): Translations | undefined {
  const [found, setFound] = useState<Translations>();
  useEffect(() => {
    let isLeft = false;
    // without them the tools stay English
    loadWordTexts(language).then(
      (own) => !isLeft && setFound(own),
      () => !isLeft && setFound({}),
    );
    return () => {
      isLeft = true;
    };
  }, [language]);
  return found;
}

/** The keys that find words, and replace them. */
const findKeys = ['mod+f', 'mod+h'];

interface WordEditorProps {
  bytes: Uint8Array;
  /** Who writes, for the marks of changes. */
  author: string;
  readOnly: boolean;
  /** It may soon be written. */
  isChecking?: boolean;
  /** The document is shown: from here on it can be read out. */
  ready?: (editor: Editor) => void;
  changed?: () => void;
  save?: () => void;
  label: string;
  /** Whether words are being found, and the number of the last request for that. */
  finding: number | undefined;
  setFinding: (finding: number | undefined) => void;
}

/**
 * What is called when a document is shown: it gets the focus once it may be written, where the person has not moved the focus since it was shown to be
 * read. Pages that had it meanwhile get it anew: without that, browsers take what is composed in them for nothing.
 */
function useShown(readOnly: boolean, ready: WordEditorProps['ready']): (editor: Editor) => void {
  const shown = useRef<{ editor: Editor; focus: Element | null }>(undefined);
  useEffect(() => {
    if (readOnly || shown.current === undefined) return;
    const { editor, focus } = shown.current;
    shown.current = undefined;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.matches('.docx-pages')) activeElement.blur();
    // pages that are drawn again, or late, may be told as shown when somebody writes in a field already
    const isInField = activeElement?.matches('input, textarea, select') === true;
    if (!isInField && (document.activeElement === focus || document.activeElement === document.body)) editor.focus();
  }, [readOnly]);
  return (editor) => {
    ready?.(editor);
    if (readOnly) shown.current = { editor, focus: document.activeElement };
    else editor.focus();
  };
}

/** A Word document as pages, with the editor's own tools above them. */
export function WordEditor(props: WordEditorProps): ReactNode {
  const { bytes, author, readOnly, isChecking = false, ready, changed, save, label, finding, setFinding } = props;
  const language = useLanguage();
  const i18n = useTexts(language);
  const mode = useAppearance((appearance) => appearance.mode);
  const isPhone = useMedia('phone');
  const started = useShown(readOnly, ready);
  // the editor has the English ones itself
  const tableLabel = useMemo(() => (language === 'en' || !i18n ? undefined : (path: string) => wordText(i18n, path)), [language, i18n]);
  const press = (event: KeyboardEvent): void => {
    const key = describeKey(event);
    if (key !== 'mod+s' && !findKeys.includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'mod+s') save?.();
    else setFinding((finding ?? 0) + 1);
  };
  return (
    <div className={classNames(styles.editor, isChecking && styles.checking)} role="region" aria-label={label} onKeyDownCapture={press}>
      {i18n && (
        <LocaleProvider i18n={i18n}>
          <DocxEditor.Root
            document={bytes}
            fonts={resolveFonts}
            author={author}
            locale={languageTags[language]}
            mode={readOnly ? 'view' : 'edit'}
            colorMode={mode === 'auto' ? 'system' : mode}
            onReady={started}
            {...(tableLabel && { tableInteractionLabel: tableLabel })}
            {...(changed && { onChange: changed })}
          >
            {!isPhone && (
              <DocxEditor.Menu reportIssue={false} className={styles.menus ?? ''}>
                <DocxEditor.Menu.File hidden />
                <DocxEditor.Menu.Review hidden />
              </DocxEditor.Menu>
            )}
            <DocxEditor.Toolbar>
              <DocxEditor.Toolbar.EditingMode hidden />
              <DocxEditor.Toolbar.AddComment hidden />
              <DocxEditor.Toolbar.Comments hidden />
              <DocxEditor.Toolbar.Save hidden />
            </DocxEditor.Toolbar>
            {finding !== undefined && <WordFind isWritable={!readOnly} asked={finding} close={() => setFinding(undefined)} />}
            <Pages />
          </DocxEditor.Root>
        </LocaleProvider>
      )}
    </div>
  );
}

/** The pages of the document, with what opens over them. */
function Pages(): ReactNode {
  return (
    <div className={styles.pages}>
      <DocxEditor.Viewport>
        {/* its pane has a place there alone */}
        <DocxEditor.Navigation findShortcut={false} />
        <DocxEditor.Content />
        <DocxEditor.HyperLink />
        <DocxEditor.ContextMenu />
        <DocxEditor.HeaderFooterChrome />
        <DocxEditor.NotesChrome />
      </DocxEditor.Viewport>
    </div>
  );
}
