import { SaxesParser } from 'saxes';
import { TaskFailure } from '../task.ts';

const maxDepth = 1000;
const maxFaults = 1000;

/** The events of a walk through XML; names come without their prefix. */
export interface XmlEvents {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Walks through streamed XML. Nothing external is loaded and no entity of the document is expanded (saxes knows only the five predefined ones);
 * small faults are ignored.
 */
export async function walkXml(chunks: AsyncIterable<Buffer>, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let faults = 0;
  parser.on('error', () => {
    if (++faults > maxFaults) throw new TaskFailure('broken');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new TaskFailure('too-large');
    events.open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    events.close?.(localName(name));
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(
      chunk[0] === 0xff || chunk[1] === 0 ? 'utf-16le' : chunk[0] === 0xfe || chunk[0] === 0 ? 'utf-16be' : 'utf-8',
    );
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.close();
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  for (const [key, value] of Object.entries(attributes)) if (localName(key) === name) return value;
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
