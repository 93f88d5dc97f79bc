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

/** A drawing, as large as it is when it is unpacked. */
async function fetchDrawing(look: string, signal: AbortSignal): Promise<Drawing> {
  const packed = await readBytes(`/look/drawing/${look}`, signal);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return readDrawing(await new Response(unpacked).arrayBuffer());
}

/** The drawing that a look opens. */
export const useDrawing = (look: string) =>
  useQuery({
    queryKey: ['drawing', look],
    queryFn: ({ signal }) => fetchDrawing(look, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: 1,
  });

interface DrawingPreferences {
  ground: DrawingGround;
}

const defaultPreferences: DrawingPreferences = { ground: 'dark' };

/** On which ground the person likes drawings, kept in this browser. */
const useBackground = create<DrawingPreferences>()(persist(() => defaultPreferences, { name: 'dossier-drawings', version: 1 }));

/** A drawing as somebody looks at it: what is shown of it, from where, and what is measured. */
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
  const ground = useBackground((kept) => kept.ground);
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

/** Most drawings are opened at their model; some have nothing in it. */
function firstFull({ spaces }: Drawing): number {
  const place = spaces.findIndex(({ items, texts, viewports }) => items + texts.length + viewports.length > 0);
  return Math.max(0, place);
}

/** Where one looks from: at all of it, until somebody moves. */
function useSight(scene: Scene) {
  const [sight, setSight] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const latest = useRef(scene);
  latest.current = scene;
  const fitted = useRef<Plan>(undefined);
  const isAimed = useRef(false);
  /** Looks at a place, also where it is on another sheet that would else be seen whole at first. */
  const aimAt = (next: Viewport, isElsewhere: boolean): void => {
    isAimed.current = isElsewhere || fitted.current !== scene.plan;
    setSight(next);
  };
  const fit = useCallback(() => {
    if (size.width > 0) setSight(fitTo(extentOf(latest.current), size));
  }, [size]);
  useEffect(() => {
    if (size.width === 0 || fitted.current === scene.plan) return;
    fitted.current = scene.plan;
    if (!isAimed.current) setSight(fitTo(extentOf(latest.current), size));
    isAimed.current = false;
  }, [scene.plan, size]);
  return { sight, setSight, aimAt, size, setSize, fit };
}

/** What is measured: in which way, and through which places. */
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
    // the same place a second time ends it
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

/** Words in the drawing, and which of their places one is at. */
function useFinding({ drawing, shown, place, setPlace, size, aimAt }: FindingContext, keyword: string) {
  const [words, setWords] = useState(keyword);
  const [at, setAt] = useState(0);
  const hits = useMemo(() => findTexts(drawing, words, shown), [drawing, words, shown]);
  const goTo = ({ space, box }: Hit): void => {
    setPlace(space);
    const close = fitTo(box, { width: size.width / 4, height: size.height / 4 });
    // large enough to be read, and never larger than the window
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
