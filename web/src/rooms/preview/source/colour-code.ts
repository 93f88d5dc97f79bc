import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

const colours = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], class: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], class: 'var(--code-string)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'var(--code-comment)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'var(--code-number)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], class: 'var(--code-type)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName), tags.attributeName],
    class: 'var(--code-name)',
  },
]);

/** Beyond this the colours cost more than they help. */
const most = 50_000;

/** Colours a piece of code in place, as in the viewer of sources; one of a language that nobody knows stays as it is. */
export function colourCode(code: HTMLElement, language: string): void {
  const text = code.textContent;
  const known = LanguageDescription.matchLanguageName(languages, language, true);
  if (known === null || text.length > most) return;
  known.load().then(
    (support) => {
      const parts: Node[] = [];
      const put = (piece: string, colour: string): void => {
        const part = document.createElement('span');
        part.textContent = piece;
        if (colour !== '') part.style.color = colour.split(' ')[0] ?? '';
        parts.push(part);
      };
      highlightCode(text, support.language.parser.parse(text), colours, put, () => parts.push(document.createTextNode('\n')));
      code.replaceChildren(...parts);
    },
    // a language that cannot be loaded leaves the text without colours
    () => undefined,
  );
}
