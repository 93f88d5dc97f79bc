import type { Services } from '../../../platform/context.ts';

/** A visitor who left comes back to the same stay for so long. */
const lastsMs = 30 * 60_000;

/** A visitor in an editing session. */
interface Stayer {
  identity: string;
  sessionId: number;
}

interface Stay {
  /** The last number in the order of the session when it began. */
  seesAfter: number;
  connections: number;
  leftAt: number;
}

/**
 * Since when visitors are in editing sessions of this server: what was written and taken out before is not theirs to read, also where they had been there
 * long ago. A stay lasts while a connection stands and for some time after the last one, so that a window that was cut off gets what it lacks.
 */
class Stays {
  private readonly now: () => number;
  private readonly known = new Map<string, Stay>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** The number after which a visitor sees all of the order; `head` tells its last one for a stay that begins. */
  async seesAfter(stayer: Stayer, head: () => Promise<number>): Promise<number> {
    for (const [key, { connections, leftAt }] of this.known) if (connections === 0 && leftAt < this.now() - lastsMs) this.known.delete(key);
    return (this.known.get(keyOf(stayer)) ?? this.begin(stayer, await head())).seesAfter;
  }

  private begin(stayer: Stayer, seesAfter: number): Stay {
    const stay = { seesAfter, connections: 0, leftAt: this.now() };
    this.known.set(keyOf(stayer), stay);
    return stay;
  }

  /** Notes a connection; returns what is to be called when it ends. */
  stand(stayer: Stayer): () => void {
    const stay = this.known.get(keyOf(stayer));
    if (stay === undefined) return () => undefined;
    stay.connections++;
    return () => {
      stay.connections--;
      stay.leftAt = this.now();
    };
  }
}

const keyOf = ({ identity, sessionId }: Stayer): string => `${sessionId} ${identity}`;

const all = new WeakMap<Services, Stays>();

export function stays(services: Services): Stays {
  const known = all.get(services) ?? new Stays(() => services.now());
  all.set(services, known);
  return known;
}
