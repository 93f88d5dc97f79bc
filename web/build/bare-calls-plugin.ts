import type { Plugin } from 'vite';

/** The fields of a call that only the server reads. */
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
 * Removes the schemas from the contract's calls: the client never parses by them, and building them was a tenth of its start. Every call at the top
 * level of the contract's modules is marked pure, so that unused values are dropped.
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

/** Calls inside functions are not marked; there only the schemas are removed. */
function visit(node: Node, edits: Edit[], isMarked = false): void {
  const options = node.type === 'CallExpression' ? optionsOf(node) : undefined;
  const dropped = options === undefined ? [] : cut(options, edits);
  const isOuter = !isMarked && (node.type === 'CallExpression' || isSpread(node));
  if (isOuter && options !== undefined) edits.push(at(node.start, '/* @__PURE__ */ '));
  else if (isOuter) edits.push(at(node.start, '/* @__PURE__ */ (() => ('), at(node.end, '))()'));
  const marked = isMarked || isOuter || node.type.includes('Function');
  for (const child of childrenOf(node)) {
    if (child !== options) visit(child, edits, marked);
    else for (const part of childrenOf(child)) if (!dropped.includes(part)) visit(part, edits, marked);
  }
}

/** The options of `get(path, terms)` and `post(path, terms)`. */
function optionsOf({ callee, arguments: given }: Node): Node | undefined {
  const { name } = callee as { name?: string };
  const options = (given as Node[])[1];
  return (name === 'get' || name === 'post') && options?.type === 'ObjectExpression' ? options : undefined;
}

function cut(options: Node, edits: Edit[]): Node[] {
  const parts = options.properties as Node[];
  const dropped = parts.filter(({ key }) => served.has((key as { name?: string } | undefined)?.name ?? ''));
  for (const part of dropped) edits.push({ from: part.start, to: parts[parts.indexOf(part) + 1]?.start ?? options.end - 1, text: '' });
  return dropped;
}

/** An object with a spread: for a bundler, reading it might have side effects. */
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
