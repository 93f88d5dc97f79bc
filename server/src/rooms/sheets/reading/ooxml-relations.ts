import { posix } from 'node:path';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import { attributeOf, scanXml } from './quick-xml.ts';

export interface Relation {
  type: string;
  target: string;
  outside: boolean;
}

/** What a part of the file leads to, by id. */
export async function relationsOf(zip: ZipParts, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  await scanXml(zip.read(`${folder}/_rels/${posix.basename(part)}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributeOf(attributes, 'Target') ?? '';
      const outside = attributeOf(attributes, 'TargetMode') === 'External';
      const type = posix.basename(attributeOf(attributes, 'Type') ?? '');
      const inside = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      if (relations.size < 100_000)
        relations.set(attributeOf(attributes, 'Id') ?? '', { type, outside, target: outside ? target : inside });
    },
  });
  return relations;
}
