/** Something that can be given up to stay within a budget. */
export interface Evictable {
  /** The same size while it is kept: to measure it again, forget it first. */
  readonly bytes: number;
  /** Called once when it is dropped. */
  drop(): void;
}

/** Values kept up to a sum of bytes; the least recently used are dropped first. */
export interface ByteBudget {
  /**
   * Marks a thing as used now, and holds it if it is new. The last one used stays, whatever its size, and so does one that is
   * large beside it: a factor and the small model that leads to it.
   */
  use(held: Evictable): void;
  /** Gives it up without `drop`. */
  forget(held: Evictable): void;
  /** Bytes kept now. */
  readonly bytes: number;
  /** Changes the limit, and gives up what is beyond it. */
  limit(bytes: number): void;
}

/** A thing is large beside one of this share of its bytes. */
const SMALL = 1 / 16;

/** Drops what was used longest ago until the rest has at most `limit` bytes; the last thing used always stays. */
export function createByteBudget(limit: number): ByteBudget {
  /** In order of use, the last one used last. */
  const all = new Set<Evictable>();
  let bytes = 0;
  let most = limit;
  const forget = (held: Evictable) => {
    if (all.delete(held)) bytes -= held.bytes;
  };
  const isPair = () => {
    const [one, other] = [...all].map((held) => held.bytes);
    return all.size === 2 && Math.min(one, other) <= SMALL * Math.max(one, other);
  };
  const trim = (leavesPair: boolean) => {
    for (const held of all) {
      if (bytes <= most || all.size === 1 || (leavesPair && isPair())) return;
      forget(held);
      held.drop();
    }
  };
  return {
    use(held) {
      forget(held);
      all.add(held);
      bytes += held.bytes;
      trim(true);
    },
    forget,
    get bytes() {
      return bytes;
    },
    limit(next) {
      most = next;
      trim(false);
    },
  };
}
