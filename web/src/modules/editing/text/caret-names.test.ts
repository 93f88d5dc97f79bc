import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { yCollab } from 'y-codemirror.next';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { caretNames, namedForMs } from './caret-names.ts';

test('a name at a caret is shown for a moment after the caret has moved, and below it in the first line', async () => {
  const doc = new Y.Doc();
  const text = doc.getText('text');
  text.insert(0, 'one\ntwo');
  const awareness = new Awareness(doc);
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({ doc: text.toJSON(), extensions: [yCollab(text, awareness), caretNames(awareness)] }),
  });
  const theirs = new Awareness(new Y.Doc());
  const stand = (at: number): void => {
    const place = Y.createRelativePositionFromTypeIndex(text, at);
    theirs.setLocalState({ user: { name: 'Ben', color: '#d5006d' }, cursor: { anchor: place, head: place } });
    applyAwarenessUpdate(awareness, encodeAwarenessUpdate(theirs, [theirs.clientID]), 'test');
  };
  const caret = (): Element | null => view.dom.querySelector('.cm-ySelectionCaret');
  const marks = (): boolean[] => ['cm-caretNamed', 'cm-caretBelow'].map((mark) => caret()?.classList.contains(mark) === true);
  stand(2);
  await waitFor(() => expect(marks()).toEqual([true, true]));
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + namedForMs);
  // what is written here shows it no longer
  text.insert(0, 'more ');
  await waitFor(() => expect(marks()).toEqual([false, true]));
  stand(10);
  await waitFor(() => expect(marks()).toEqual([true, false]));
  later.mockRestore();
  view.destroy();
  awareness.destroy();
  theirs.destroy();
});
