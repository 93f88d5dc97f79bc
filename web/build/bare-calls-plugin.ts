import type { Plugin } from 'vite';

/** What of a call only the server reads. */
const served = new Set(['input', 'output', 'does']);

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

/**
 * Takes the shapes out of the contract's calls: the client never parses by them, and making them was a tenth of its start. All that
 * the contract's modules call while they are loaded is marked as doing nothing else, so that what is named no more is left out.
 */
export function bareCalls(): Plugin {
  return {
    name: 'dossier-bare-calls',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        visit(this.parse(code, { lang: 'ts' }) as unknown as Node, edits);
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** What a function does when it is called later is its own affair: there only the shapes of calls go. */
function visit(node: Node, edits: Edit[], isMarked = false): void {
  const terms = node.type === 'CallExpression' ? termsOf(node) : undefined;
  const dropped = terms === undefined ? [] : cut(terms, edits);
  const isOuter = !isMarked && (node.type === 'CallExpression' || isSpread(node));
  if (isOuter && terms !== undefined) edits.push(at(node.start, '/* @__PURE__ */ '));
  else if (isOuter) edits.push(at(node.start, '/* @__PURE__ */ (() => ('), at(node.end, '))()'));
  const marked = isMarked || isOuter || node.type.includes('Function');
  for (const child of childrenOf(node)) {
    if (child !== terms) visit(child, edits, marked);
    else for (const part of childrenOf(child)) if (!dropped.includes(part)) visit(part, edits, marked);
  }
}

/** The terms of `get(path, terms)` and `post(path, terms)`. */
function termsOf({ callee, arguments: given }: Node): Node | undefined {
  const { name } = callee as { name?: string };
  const terms = (given as Node[])[1];
  return (name === 'get' || name === 'post') && terms?.type === 'ObjectExpression' ? terms : undefined;
}

function cut(terms: Node, edits: Edit[]): Node[] {
  const parts = terms.properties as Node[];
  const dropped = parts.filter(({ key }) => served.has((key as { name?: string } | undefined)?.name ?? ''));
  for (const part of dropped) edits.push({ from: part.start, to: parts[parts.indexOf(part) + 1]?.start ?? terms.end - 1, text: '' });
  return dropped;
}

/** An object made of others: to a bundler reading these might do something. */
const isSpread = (node: Node): boolean =>
  node.type === 'ObjectExpression' && (node.properties as Node[]).some((part) => part.type === 'SpreadElement');

const at = (place: number, text: string): Edit => ({ from: place, to: place, text });

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');

function edited(code: string, edits: Edit[]): string {
  let text = '';
  let done = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    text += code.slice(done, edit.from) + edit.text;
    done = edit.to;
  }
  return text + code.slice(done);
}
