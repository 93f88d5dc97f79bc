import { type DrawingSpace, type DrawingStyle, type DrawingText, type DrawingViewport, step } from '@dossier/contract/preview/drawing-file';
import type { Matrix } from '@dossier/formats/dxf/transforms';
import type { Path } from './shapes.ts';

/** Limit of the numbers of a drawing; each takes 8 bytes. */
const mostNumbers = 14_000_000;
const mostItems = 2_000_000;
const mostStyles = 20_000;
const mostTexts = 200_000;

/** What remains of the limits of a drawing. */
export interface Budget {
  numbers: number;
  items: number;
  texts: number;
}

export const newBudget = (): Budget => ({ numbers: mostNumbers, items: mostItems, texts: mostTexts });

/** Unique styles. */
export function styleList() {
  const styles: DrawingStyle[] = [];
  const known = new Map<string, number>();
  return {
    styles,
    place(style: DrawingStyle): number {
      const key = `${style.layer} ${style.colour} ${style.weight} ${style.paint} ${style.dashes?.join(',') ?? ''}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      if (styles.length >= mostStyles) return 0;
      known.set(key, styles.length);
      return styles.push(style) - 1;
    },
  };
}

export type Styles = ReturnType<typeof styleList>;

/** Writes the items of one space. */
export class SpaceWriter {
  readonly texts: DrawingText[] = [];
  readonly viewports: DrawingViewport[] = [];
  readonly #budget: Budget;
  #numbers = new Float64Array(1024);
  #steps = new Uint8Array(1024);
  #starts = new Uint32Array(1024);
  #numberCount = 0;
  #stepCount = 0;
  #items = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Adds a path; answers false where the budget is used up. */
  path(style: number, path: Path, at: Matrix): boolean {
    const { steps, numbers } = path;
    if (steps.length === 0) return true;
    if (--this.#budget.items < 0 || (this.#budget.numbers -= numbers.length) < 0) return false;
    this.#numbers = grown(this.#numbers, this.#numberCount + numbers.length);
    this.#steps = grown(this.#steps, this.#stepCount + steps.length);
    this.#starts = grown(this.#starts, 3 * this.#items + 3);
    this.#starts.set([style, this.#stepCount, this.#numberCount], 3 * this.#items++);
    this.#steps.set(steps, this.#stepCount);
    this.#stepCount += steps.length;
    this.#put(path, at);
    return true;
  }

  #put({ steps, numbers }: Path, [a, b, c, d, e, f]: Matrix): void {
    const into = this.#numbers;
    let [from, to] = [0, this.#numberCount];
    const put = (isPlace: boolean): void => {
      const [x, y] = [numbers[from++] as number, numbers[from++] as number];
      into[to++] = a * x + c * y + (isPlace ? e : 0);
      into[to++] = b * x + d * y + (isPlace ? f : 0);
    };
    for (const kind of steps) {
      if (kind === step.close) continue;
      put(true);
      if (kind !== step.arc) continue;
      put(false);
      put(false);
      into[to++] = numbers[from++] as number;
      into[to++] = numbers[from++] as number;
    }
    this.#numberCount = to;
  }

  /** Adds a text; answers false where the budget is used up. */
  text(text: DrawingText): boolean {
    if (--this.#budget.texts < 0) return false;
    this.texts.push(text);
    return true;
  }

  end(name: string, paper: DrawingSpace['paper']): DrawingSpace {
    const [items, numbers, steps] = [this.#items, this.#numberCount, this.#stepCount];
    return {
      name,
      ...(paper && { paper }),
      texts: this.texts,
      viewports: this.viewports,
      items,
      numbers,
      steps,
      numbersOf: this.#numbers.subarray(0, numbers),
      starts: this.#starts.subarray(0, items * 3),
      stepsOf: this.#steps.subarray(0, steps),
    };
  }
}

function grown<T extends Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(array: T, need: number): T {
  if (need <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(need, array.length * 2));
  larger.set(array);
  return larger;
}
