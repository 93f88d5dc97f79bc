import { describe, expect, it } from 'vitest';
import { type LoadedChunk, editorsLoadedElsewhere } from './editor-chunks-plugin.ts';

const chunk = (fileName: string, changes: Partial<LoadedChunk> = {}): LoadedChunk => ({
  fileName,
  isEntry: false,
  isDynamicEntry: false,
  facadeModuleId: null,
  imports: [],
  moduleIds: [],
  ...changes,
});
const page = (path: string, imports: string[]): LoadedChunk =>
  chunk(`${path}.js`, { isDynamicEntry: true, facadeModuleId: `/w/web/src/modules/${path}`, imports });
const yjs = chunk('yjs.js', { moduleIds: ['/w/node_modules/yjs/dist/yjs.mjs'] });
const code = chunk('code.js', { moduleIds: ['/w/node_modules/@codemirror/view/dist/index.js'] });
const drawn = chunk('drawn.js', { moduleIds: ['/w/node_modules/@excalidraw/excalidraw/dist/prod/index.js'] });
const room = chunk('room.js', { moduleIds: ['/w/web/src/modules/editing/rooms/room.ts'] });
const shared = chunk('shared.js', { imports: ['yjs.js'] });

describe('editors are chunks of their own', () => {
  it('where only their pages load them, and viewers the view of source code', () => {
    const pages = [
      page('editing/text/text-editor-page.tsx', ['shared.js', 'code.js']),
      page('preview/windows/source-window.tsx', ['code.js']),
      page('preview/excalidraw/excalidraw-window.tsx', ['drawn.js']),
      page('editing/new-document-dialog.tsx', []),
      chunk('index.js', { isEntry: true }),
    ];
    expect(editorsLoadedElsewhere([...pages, yjs, code, drawn, shared])).toEqual([]);
  });

  it.each([
    ['the entry of visitors', chunk('share.js', { isEntry: true, facadeModuleId: '/w/web/share.html', imports: ['shared.js'] })],
    [
      'what visitors meet before an editor',
      chunk('visit.js', { isDynamicEntry: true, facadeModuleId: '/w/web/src/app/share/visitor-edit-page.tsx', imports: ['code.js'] }),
    ],
    ['a page with a room', page('documents/list/area-page.tsx', ['room.js'])],
    ['an entry', chunk('index.js', { isEntry: true, imports: ['shared.js'] })],
    ['a page', page('documents/list/area-page.tsx', ['shared.js'])],
    ['a viewer', page('preview/viewer-page.tsx', ['yjs.js'])],
    ['what leads to an editor', page('editing/new-document-dialog.tsx', ['yjs.js'])],
    ['another viewer', page('preview/pdf/pdf-window.tsx', ['drawn.js'])],
    ['a page with the view of source code', page('search/search-page.tsx', ['code.js'])],
  ])('but not where %s would load one', (_, root) => {
    expect(editorsLoadedElsewhere([root, yjs, code, drawn, room, shared])).toHaveLength(1);
  });
});
