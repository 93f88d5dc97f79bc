import { type Drawing, readDrawing } from '@dossier/contract/preview/drawing-file';
import type { DrawingGround } from '@dossier/contract/preview/drawing-rendering';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readBytes } from '../../../platform/call.ts';
import type { Measure } from './measuring.ts';
import { type Hit, type Plan, type Scene, extentOf, findTexts, planOf } from './scene.ts';
import { type Point, type Size, type Viewport, fitTo, zoomedAt } from './viewport.ts';

/** Fetches a drawing and unpacks it. */
async function fetchDrawing(previewToken: string, signal: AbortSignal): Promise<Drawing> {
  const packed = await readBytes(`/look/drawing/${previewToken}`, signal);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return readDrawing(await new Response(unpacked).arrayBuffer());
}

/** The drawing of a preview token. */
export const useDrawing = (previewToken: string) =>
  useQuery({
    queryKey: ['drawing', previewToken],
    queryFn: ({ signal }) => fetchDrawing(previewToken, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  });

interface DrawingPreferences {
  ground: DrawingGround;
}

const defaultPreferences: DrawingPreferences = { ground: 'dark' };

/** The preferred background of drawings, kept in this browser. */
const useBackground = create<DrawingPreferences>()(persist(() => defaultPreferences, { name: 'dossier-drawings', version: 1 }));

/** The state of an open drawing: visibility, viewport, and measurements. */
export type DrawingModel = ReturnType<typeof useDrawingModel>;

export function useDrawingModel(drawing: Drawing, keyword: string) {
  const plans = useRef(new Map<number, Plan>());
  const planAt = useCallback(
    (place: number): Plan => {
      const known = plans.current.get(place) ?? planOf(drawing, drawing.spaces[place] as Drawing['spaces'][number]);
      plans.current.set(place, known);
      return known;
    },
    [drawing],
  );
  const [place, setPlace] = useState(() => firstFull(drawing));
  const [shown, setShown] = useState<readonly boolean[]>(() => drawing.layers.map(({ hidden }) => !hidden));
  const ground = useBackground((preferences) => preferences.ground);
  const scene = useMemo<Scene>(
    () => ({ drawing, plan: planAt(place), model: planAt(0), shown, ground }),
    [drawing, planAt, place, shown, ground],
  );
  const { sight, setSight, aimAt, size, setSize, fit } = useSight(scene);
  const measuring = useMeasuring(place);
  const finding = useFinding({ drawing, shown, place, setPlace, size, aimAt }, keyword);
  return {
    drawing,
    scene,
    place,
    setPlace,
    /** The model or a layout; undefined beyond the last. */
    planAt: (at: number): Plan | undefined => (drawing.spaces[at] === undefined ? undefined : planAt(at)),
    aimAt,
    shown,
    setShown,
    ground,
    setGround: (next: DrawingGround): void => void useBackground.setState({ ground: next }),
    sight,
    setSight,
    size,
    setSize,
    fit,
    zoomBy: (by: number, around?: Point) => setSight((now) => zoomedAt(now, size, { by, at: around ?? [size.width / 2, size.height / 2] })),
    ...measuring,
    ...finding,
  };
}

/** Most drawings open with their model; some have an empty one. */
function firstFull({ spaces }: Drawing): number {
  const place = spaces.findIndex(({ items, texts, viewports }) => items + texts.length + viewports.length > 0);
  return Math.max(0, place);
}

/** The viewport: the whole drawing, until the user moves it. */
function useSight(scene: Scene) {
  const [sight, setSight] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const latest = useRef(scene);
  latest.current = scene;
  const fitted = useRef<Plan>(undefined);
  const isAimed = useRef(false);
  /** Aims at a place, also on another layout that would first be shown as a whole. */
  const aimAt = (next: Viewport, isElsewhere: boolean): void => {
    isAimed.current = isElsewhere || fitted.current !== scene.plan;
    setSight(next);
  };
  /** The whole drawing, for as long as nothing else is looked at. */
  const whole = useRef<Viewport>(undefined);
  const fit = useCallback(() => {
    if (size.width === 0) return;
    whole.current = fitTo(extentOf(latest.current), size);
    setSight(whole.current);
  }, [size]);
  useEffect(() => {
    if (size.width === 0) return;
    if (fitted.current === scene.plan) {
      // a pane beside it was opened or closed
      const before = whole.current;
      const next = fitTo(extentOf(latest.current), size);
      whole.current = next;
      setSight((now) => (now === before ? next : now));
      return;
    }
    fitted.current = scene.plan;
    if (!isAimed.current) fit();
    isAimed.current = false;
  }, [scene.plan, size, fit]);
  return { sight, setSight, aimAt, size, setSize, fit };
}

/** The measurement: its mode and its points. */
function useMeasuring(place: number) {
  const [measure, setMeasure] = useState<Measure>();
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    setPoints([]);
    setIsDone(false);
  }, [place, measure]);
  const addPoint = (at: Point): void => {
    const before = isDone ? [] : points;
    const [x, y] = before.at(-1) ?? [];
    // the same point a second time ends it
    if (x === at[0] && y === at[1]) return setIsDone(true);
    const next = [...before, at];
    setPoints(next);
    setIsDone(measure === 'angle' && next.length === 3);
  };
  return { measure, setMeasure, points, addPoint, isDone, endMeasure: () => setIsDone(true), dropPoints: () => setPoints([]) };
}

interface FindingContext {
  drawing: Drawing;
  shown: readonly boolean[];
  place: number;
  setPlace: (place: number) => void;
  size: Size;
  aimAt: (sight: Viewport, isElsewhere: boolean) => void;
}

/** The text search, and its current hit. */
function useFinding({ drawing, shown, place, setPlace, size, aimAt }: FindingContext, keyword: string) {
  const [words, setWords] = useState(keyword);
  const [at, setAt] = useState(0);
  const hits = useMemo(() => findTexts(drawing, words, shown), [drawing, words, shown]);
  const goTo = ({ space, box }: Hit): void => {
    setPlace(space);
    const close = fitTo(box, { width: size.width / 4, height: size.height / 4 });
    // large enough to be legible, and never larger than the window
    const legible = 18 / Math.max(box[3] - box[1], 1e-9);
    aimAt({ ...close, scale: Math.min(fitTo(box, size).scale, Math.max(close.scale, legible)) }, space !== place);
  };
  const turnTo = (next: number): void => {
    const hit = hits[next];
    setAt(next);
    if (hit) goTo(hit);
  };
  return { words, setWords, hits, hitAt: at, turnTo };
}
