import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Awareness } from 'y-protocols/awareness';

/** A name at a caret is shown for so long after the caret has moved. */
export const namedForMs = 2000;

interface Changes {
  added: number[];
  updated: number[];
}

class CaretNames {
  private readonly view: EditorView;
  private readonly awareness: Awareness;
  private readonly cursors = new Map<number, string>();
  /** Until when the name of whom is shown. */
  private readonly until = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, awareness: Awareness) {
    this.view = view;
    this.awareness = awareness;
    awareness.on('change', this.moved);
    this.measure();
  }

  private readonly moved = ({ added, updated }: Changes): void => {
    for (const id of [...added, ...updated]) {
      const { cursor, user } = (this.awareness.getStates().get(id) ?? {}) as { cursor?: unknown; user?: { name?: string } };
      const place = JSON.stringify(cursor ?? null);
      if (id === this.awareness.clientID || this.cursors.get(id) === place) continue;
      this.cursors.set(id, place);
      this.until.set(user?.name ?? '', Date.now() + namedForMs);
    }
    this.measure();
  };

  update({ docChanged, viewportChanged }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.measure();
  }

  /** Carets are drawn anew by edits: their marks are put on what is there after each. */
  private measure(): void {
    this.view.requestMeasure({
      key: this,
      read: (view) =>
        [...view.contentDOM.querySelectorAll<HTMLElement>('.cm-ySelectionCaret')].map((caret) => ({
          caret,
          isFirst: view.state.doc.lineAt(view.posAtDOM(caret)).number === 1,
        })),
      write: (carets) => {
        const now = Date.now();
        for (const { caret, isFirst } of carets) {
          const name = caret.querySelector('.cm-ySelectionInfo')?.textContent ?? '';
          caret.classList.toggle('cm-caretNamed', (this.until.get(name) ?? 0) > now);
          caret.classList.toggle('cm-caretBelow', isFirst);
        }
        clearTimeout(this.timer);
        const next = Math.min(...[...this.until.values()].filter((end) => end > now));
        if (Number.isFinite(next)) this.timer = setTimeout(() => this.measure(), next - now + 10);
      },
    });
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.awareness.off('change', this.moved);
  }
}

/** Names at the carets of others: for a moment after these have moved, and where the pointer is; in the first line below it, where there is room. */
export const caretNames = (awareness: Awareness): Extension => [
  ViewPlugin.define((view) => new CaretNames(view, awareness)),
  EditorView.theme({
    '.cm-ySelectionInfo': {
      maxWidth: '16em',
      padding: '1px 6px',
      overflow: 'hidden',
      borderRadius: '4px',
      fontFamily: 'var(--font)',
      fontSize: '11px',
      textOverflow: 'ellipsis',
      pointerEvents: 'none',
    },
    '.cm-caretNamed > .cm-ySelectionInfo': { opacity: '1' },
    '.cm-caretBelow > .cm-ySelectionInfo': { top: '1.6em' },
  }),
];
