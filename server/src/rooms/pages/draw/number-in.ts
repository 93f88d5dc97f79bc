import { GiveUp, type Job } from '../../../ground/confined/job.ts';

/** A whole number from 1 that a job is told. */
export function numberIn({ terms }: Job, name: string): number {
  const value = terms?.[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw new GiveUp('no-output');
  return value;
}
