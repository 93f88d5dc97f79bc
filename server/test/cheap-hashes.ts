import type { Options } from '@node-rs/argon2';
import { vi } from 'vitest';

/**
 * Hashes the passwords of tests with the same algorithm at a fortieth of its cost, as most tests sign people in and none examines the strength
 * of a hash. A hash names its cost, so that verification needs no change. Set-up file of the server's tests.
 */
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>();
  const hash = (password: string, options: Options) => argon2.hash(password, { ...options, memoryCost: 1024, timeCost: 1 });
  return { ...argon2, hash };
});
