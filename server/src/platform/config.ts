import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';

const Environment = z.object({
  DOSSIER_PORT: z.coerce.number().int().min(0).max(65_535).default(7901),
  DOSSIER_HOST: z.string().min(1).default('0.0.0.0'),
  DOSSIER_DATA: z.string().min(1).default('./data'),
  DOSSIER_ADMIN_PASSWORD: z.string().min(6).optional(),
  DOSSIER_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DOSSIER_TRUSTED_PROXIES: z.string().optional(),
  PATH: z.string().default(''),
  DOSSIER_ENGINES: z.string().default('engines'),
  DOSSIER_RENDITIONS_GIB: z.coerce.number().positive().optional(),
  DOSSIER_CLAMD: z
    .string()
    .regex(/^(\/.+|[^\s:/]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5})$/, 'must be host:port or the path of a socket')
    .optional(),
  DOSSIER_ICAP: z
    .string()
    .regex(/^icap:\/\/[^\s/]+\/\S*$/, 'must be icap://host:port/service')
    .optional(),
  DOSSIER_PUSH_HOSTS: z
    .string()
    .regex(/^[^\s,/]+(\s*,\s*[^\s,/]+)*$/, 'must be hosts, each with its port where that is not the usual one, joined by commas')
    .optional(),
  DOSSIER_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

/** What the operator configured, with defaults; read once at start. `data` is an absolute folder. */
export interface Config {
  port: number;
  host: string;
  data: string;
  adminPassword?: string;
  databaseUrl?: string;
  trustedProxies: string[];
  /** Where programs are searched for, in the format of the system's PATH. */
  searchPath: string;
  /** The folder of conversion engines that the operator installed separately. */
  engines: string;
  /** How large the rendition cache may grow, in bytes. */
  renditionBytes?: number;
  /** The virus scanner that judges what comes in: clamd at `host:port` or the path of its socket, an ICAP server by its URL, or both. */
  clamd?: string;
  icap?: string;
  /** Push services in the own network, as hosts with their ports: all others must have an address of the internet. */
  pushHosts?: string[];
  logLevel: string;
}

/** Reads the environment; throws one sentence that names each wrong variable. */
export function readConfig(base: string): Config {
  // an empty variable counts as unset: containers often pass them so
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable. ${problems.join('; ')}`);
  }
  const env = parsed.data;
  return {
    port: env.DOSSIER_PORT,
    host: env.DOSSIER_HOST,
    data: isAbsolute(env.DOSSIER_DATA) ? env.DOSSIER_DATA : resolve(base, env.DOSSIER_DATA),
    adminPassword: env.DOSSIER_ADMIN_PASSWORD,
    databaseUrl: env.DOSSIER_DATABASE_URL,
    trustedProxies: (env.DOSSIER_TRUSTED_PROXIES ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    searchPath: env.PATH,
    engines: resolve(base, env.DOSSIER_ENGINES),
    ...(env.DOSSIER_RENDITIONS_GIB !== undefined && { renditionBytes: env.DOSSIER_RENDITIONS_GIB * 2 ** 30 }),
    ...(env.DOSSIER_CLAMD !== undefined && { clamd: env.DOSSIER_CLAMD }),
    ...(env.DOSSIER_ICAP !== undefined && { icap: env.DOSSIER_ICAP }),
    ...(env.DOSSIER_PUSH_HOSTS !== undefined && { pushHosts: env.DOSSIER_PUSH_HOSTS.split(',').map((host) => host.trim().toLowerCase()) }),
    logLevel: env.DOSSIER_LOG_LEVEL,
  };
}
