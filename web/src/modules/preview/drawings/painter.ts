import { groundColours } from '@dossier/contract/preview/drawing-rendering';
import { type PaintTarget, paintScene } from './paint-drawing.ts';
import type { Scene } from './scene.ts';
import { toPixels, toPlan } from './viewport.ts';

/** Below this time a scene is repainted for each frame; slower ones are moved, and repainted when they come to rest. */
const quickMs = 14;
const sliceMs = 10;
const stillMs = 70;

/** Keeps a canvas painted: at once while that is fast, else by moving the previous image until the next one is complete. */
export class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #next = document.createElement('canvas');
  readonly #last = document.createElement('canvas');
  /** The target of the last complete painting; undefined before the first. */
  #painted: PaintTarget | undefined;
  #wanted: { scene: Scene; picture: PaintTarget } | undefined;
  #isQuick = true;
  #frame = 0;
  #timer = 0;
  #round = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  show(scene: Scene, picture: PaintTarget): void {
    const isSame = this.#wanted?.scene === scene;
    this.#wanted = { scene, picture };
    this.#round++;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    if (this.#isQuick || this.#painted === undefined) this.#frame = requestAnimationFrame(() => this.#begin());
    else {
      this.#frame = requestAnimationFrame(() => this.#move());
      this.#timer = window.setTimeout(() => this.#begin(), isSame ? stillMs : 0);
    }
  }

  stop(): void {
    this.#round++;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    for (const canvas of [this.#next, this.#last]) Object.assign(canvas, { width: 0, height: 0 });
  }

  #begin(): void {
    const wanted = this.#wanted;
    if (wanted === undefined) return;
    const { scene, picture } = wanted;
    sized(this.#next, picture);
    const context = this.#next.getContext('2d', { alpha: false });
    if (context === null) return;
    const work = paintScene(context, scene, picture);
    const round = this.#round;
    let spent = 0;
    const go = (): void => {
      if (round !== this.#round) return;
      const began = performance.now();
      let isDone = false;
      while (!isDone && performance.now() - began < sliceMs) isDone = work.next().done === true;
      spent += performance.now() - began;
      if (!isDone) {
        this.#isQuick = false;
        this.#frame = requestAnimationFrame(go);
        return;
      }
      this.#isQuick = spent < quickMs;
      this.#finish(picture);
    };
    go();
  }

  #finish(picture: PaintTarget): void {
    sized(this.#canvas, picture);
    this.#canvas.getContext('2d', { alpha: false })?.drawImage(this.#next, 0, 0);
    sized(this.#last, picture);
    this.#last.getContext('2d', { alpha: false })?.drawImage(this.#next, 0, 0);
    this.#painted = picture;
    this.#canvas.dataset.painted = String(Number(this.#canvas.dataset.painted ?? 0) + 1);
  }

  /** Draws the previous image at its new position. */
  #move(): void {
    const [before, wanted] = [this.#painted, this.#wanted];
    if (before === undefined || wanted === undefined) return;
    const { picture, scene } = wanted;
    sized(this.#canvas, picture);
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (context === null) return;
    const corner = toPlan(before.sight, before, [0, 0]);
    const [x, y] = toPixels(picture.sight, picture, corner);
    const by = picture.sight.scale / before.sight.scale;
    context.fillStyle = groundColours[scene.ground];
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const { density } = picture;
    context.drawImage(this.#last, x * density, y * density, before.width * before.density * by, before.height * before.density * by);
  }
}

function sized(canvas: HTMLCanvasElement, { width, height, density }: PaintTarget): void {
  const [across, down] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))];
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
}
