import type { OfficePackage } from '../office/patch-package.ts';
import type { XmlEdit, XmlElement } from '../xml/xml-edit.ts';
import { type LineChange, movedLine, movedRanges } from './line-changes.ts';

/** Moves the objects of a drawing with the cells below them. */
export function shiftDrawing(parts: OfficePackage, path: string, change: LineChange): void {
  parts.edit(path, (xml) => {
    for (const anchor of [...xml.all('twoCellAnchor'), ...xml.all('oneCellAnchor')]) {
      const [from, to] = [xml.child(anchor, 'from'), xml.child(anchor, 'to')];
      const placing = xml.get(anchor, 'editAs');
      if (from === undefined || placing === 'absolute') continue;
      const moved = moveMarker(xml, from, change);
      if (to === undefined) continue;
      if (placing === 'oneCell') moveBy(xml, to, change, moved);
      else moveMarker(xml, to, change);
    }
  });
}

/** Moves a corner of an object; returns by how many lines. */
function moveMarker(xml: XmlEdit, marker: XmlElement, change: LineChange): number {
  const line = xml.child(marker, change.axis === 'row' ? 'row' : 'col');
  const offset = xml.child(marker, change.axis === 'row' ? 'rowOff' : 'colOff');
  if (line === undefined) return 0;
  const before = Number(xml.value(line));
  const after = movedLine(before, change);
  if (after === before) return 0;
  xml.setContent(line, String(after ?? change.at));
  // within what is gone, it lies at the edge
  if (after === undefined && offset) xml.setContent(offset, '0');
  return (after ?? change.at) - before;
}

function moveBy(xml: XmlEdit, marker: XmlElement, change: LineChange, lines: number): void {
  const line = xml.child(marker, change.axis === 'row' ? 'row' : 'col');
  if (line && lines !== 0) xml.setContent(line, String(Math.max(0, Number(xml.value(line)) + lines)));
}

/** Moves the notes of cells; those of cells that are gone go. */
export function shiftComments(parts: OfficePackage, path: string, change: LineChange): void {
  parts.edit(path, (xml) => {
    for (const comment of xml.all('comment')) {
      const before = xml.get(comment, 'ref') ?? '';
      const after = movedRanges(before, change);
      if (after === undefined) xml.remove(comment);
      else if (after !== before) xml.set(comment, 'ref', after);
    }
  });
}

const shape = /<v:shape[\s>][\s\S]*?<\/v:shape>\s*/g;
const numberIn = (name: string): RegExp => new RegExp(`(<x:${name}>\\s*)(\\d+)(\\s*</x:${name}>)`);
const anchor = /(<x:Anchor>)([^<]*)(<\/x:Anchor>)/;

/** Moves the boxes of notes; this older markup is often no XML, and is edited as text. */
export function shiftNoteBoxes(parts: OfficePackage, path: string, change: LineChange): void {
  const before = parts.bytes(path).toString('latin1');
  const line = numberIn(change.axis === 'row' ? 'Row' : 'Column');
  const after = before.replace(shape, (box) => {
    const place = line.exec(box);
    if (place === null || !/ObjectType\s*=\s*["']Note/.test(box)) return box;
    const from = Number(place[2]);
    const to = movedLine(from, change);
    if (to === undefined) return '';
    if (to === from) return box;
    return box
      .replace(line, (_, open: string, __, close: string) => `${open}${to}${close}`)
      .replace(anchor, (_, open: string, numbers: string, close: string) => {
        const places = numbers.split(',').map((one) => Number(one.trim()));
        for (const at of change.axis === 'row' ? [2, 6] : [0, 4]) places[at] = Math.max(0, (places[at] ?? 0) + to - from);
        return `${open}${places.join(', ')}${close}`;
      });
  });
  if (after !== before) parts.put(path, Buffer.from(after, 'latin1'));
}
