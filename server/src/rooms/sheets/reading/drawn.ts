import type { Drawn } from '@dossier/contract/sheets';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import { attributeOf, isSet, scanXml } from './quick-xml.ts';

/** Nothing lies over a sheet; what is found is counted into it. */
export const nothingDrawn = (): Drawn => ({ charts: 0, pictures: 0, shapes: 0 });

/** The same as it is told: not at all where there is nothing. */
export const toldDrawn = (drawn: Drawn): { drawn?: Drawn } => (drawn.charts + drawn.pictures + drawn.shapes === 0 ? {} : { drawn });

/**
 * Counts what the drawings of sheets hold, in files of the XML kind, each drawing once however often it is named. One that cannot be read
 * counts nothing: the cells below it are what is asked for.
 */
export function drawingsOf(zip: ZipParts): (parts: string[]) => Promise<Drawn> {
  const known = new Map<string, Drawn>();
  return async (parts) => {
    const sum = nothingDrawn();
    for (const part of new Set(parts)) {
      const drawn = known.get(part) ?? (await drawnIn(zip, part).catch(nothingDrawn));
      known.set(part, drawn);
      for (const kind of ['charts', 'pictures', 'shapes'] as const) sum[kind] += drawn[kind];
    }
    return sum;
  };
}

async function drawnIn(zip: ZipParts, part: string): Promise<Drawn> {
  const drawn = nothingDrawn();
  let [kind, isHidden, away]: [keyof Drawn, boolean | undefined, number] = ['shapes', undefined, 0];
  await scanXml(zip.read(part), {
    open(name, attributes) {
      // for programs that do not know a kind of chart: what stands there instead
      if (name === 'Fallback') away++;
      if (away > 0) return;
      if (name.endsWith('Anchor')) [kind, isHidden] = ['shapes', undefined];
      else if (name === 'chart') kind = 'charts';
      else if (name === 'pic' && kind === 'shapes') kind = 'pictures';
      else if (name === 'cNvPr') isHidden ??= isSet(attributes, 'hidden');
    },
    close(name) {
      if (name === 'Fallback') away--;
      else if (away === 0 && name.endsWith('Anchor') && isHidden !== true) drawn[kind]++;
    },
  });
  return drawn;
}

const objects = new Set('frame custom-shape control g caption rect ellipse circle line polyline polygon path connector measure'.split(' '));

/** The parts of an OpenDocument that are charts, by its list of parts. */
export async function chartsIn(zip: ZipParts): Promise<Set<string>> {
  const charts = new Set<string>();
  await scanXml(zip.read('META-INF/manifest.xml'), {
    open(name, attributes) {
      if (name !== 'file-entry' || !attributeOf(attributes, 'media-type')?.includes('opendocument.chart')) return;
      if (charts.size < 10_000) charts.add((attributeOf(attributes, 'full-path') ?? '').replace(/\/$/, ''));
    },
  });
  return charts;
}

/** Counts what lies over the sheets of an OpenDocument while it is read: each object once, whatever it holds. */
export class OpenDrawn {
  readonly #charts: ReadonlySet<string>;
  #depth = 0;
  #kind: keyof Drawn = 'shapes';

  constructor(charts: ReadonlySet<string>) {
    this.#charts = charts;
  }

  open(name: string, attributes: string): void {
    if (this.#depth > 0) {
      this.#depth++;
      if (this.#isChart(name, attributes)) this.#kind = 'charts';
      else if (name === 'image' && this.#kind === 'shapes') this.#kind = 'pictures';
    } else if (objects.has(name)) [this.#depth, this.#kind] = [1, 'shapes'];
  }

  close(into: Drawn): void {
    if (this.#depth === 0) return;
    this.#depth--;
    if (this.#depth === 0) into[this.#kind]++;
  }

  /** A part of its own in a zip, or written out in a file that is one. */
  #isChart(name: string, attributes: string): boolean {
    if (name === 'document') return attributeOf(attributes, 'mimetype')?.includes('opendocument.chart') ?? false;
    return name === 'object' && this.#charts.has((attributeOf(attributes, 'href') ?? '').replace(/^\.\//, ''));
  }
}
