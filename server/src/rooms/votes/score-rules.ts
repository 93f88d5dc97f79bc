/** What is judged, as far as it is reckoned with. */
interface Weighed {
  id: number;
  weight: number;
  highest: number;
}

/** From so many judges on the highest and the lowest may be left out. */
const leastToTrim = 3;

const round = (value: number): number => Math.round(value * 100) / 100;

/** What marks come to out of 100, each criterion by its weight; undefined where one lacks. */
export function totalOf(criteria: readonly Weighed[], valueOf: (criterionId: number) => number | undefined): number | undefined {
  let sum = 0;
  let weights = 0;
  for (const { id, weight, highest } of criteria) {
    const value = valueOf(id);
    if (value === undefined) return undefined;
    sum += (weight * value) / highest;
    weights += weight;
  }
  return weights === 0 ? undefined : round((sum / weights) * 100);
}

/** The average; undefined of nothing. */
export const averageOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** The average without one highest and one lowest; undefined of fewer than three. */
export const trimmedOf = (values: readonly number[]): number | undefined =>
  values.length < leastToTrim ? undefined : averageOf(values.toSorted((a, b) => a - b).slice(1, -1));
