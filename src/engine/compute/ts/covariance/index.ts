import { type Token, tokens } from '../../covariance-code.ts';
import { type leafTokens, parameterCounts } from '../../covariance-table.ts';
import { hamming } from './hamming.ts';
import { ibnn } from './ibnn.ts';
import type { Leaf, LeafInputs } from './leaf.ts';
import { linear } from './linear.ts';
import { periodic } from './periodic.ts';
import { stationaryLeaves } from './stationary.ts';

/** A covariance by its name in the covariance code. */
const leaves: Readonly<Record<keyof typeof leafTokens, (at: LeafInputs) => Leaf>> = {
  ...stationaryLeaves,
  periodic,
  linear,
  ibnn,
  hamming,
};

/** Parameters that a leaf consumes. */
const parameterCount = (name: keyof typeof leaves, columns: number): number =>
  parameterCounts[name].perColumn * columns + parameterCounts[name].perLeaf;

/** A node of a parsed covariance code; children are before their parent. */
export type Node =
  | {
      readonly kind: 'leaf';
      readonly build: (at: LeafInputs) => Leaf;
      readonly columns: Int32Array;
      readonly depth: number;
      readonly parameter: number;
      readonly stationary: boolean;
      /** Of its own variance, which stationary leaves take from a `scale` next to them; −1 where none. */
      readonly scale: number;
    }
  | { readonly kind: 'scale'; readonly of: number; readonly parameter: number }
  | { readonly kind: 'add' | 'multiply'; readonly left: number; readonly right: number };

const names = new Map<number, Token>(Object.entries(tokens).map(([name, token]) => [token, name as Token]));

/**
 * Parses a covariance code into nodes, the last of which is the whole.
 *
 * @returns the nodes, and how many parameters they consume; undefined when the code is malformed.
 */
export function parseCode(code: Int32Array): { nodes: Node[]; parameters: number } | undefined {
  const nodes: Node[] = [];
  const stack: number[] = [];
  let parameters = 0;
  for (let at = 0; at < code.length; ) {
    const name = names.get(code[at]);
    if (name === undefined) return undefined;
    if (name === 'add' || name === 'multiply') {
      const right = stack.pop();
      const left = stack.pop();
      if (left === undefined || right === undefined) return undefined;
      nodes.push({ kind: name, left, right });
      at += 1;
    } else if (name === 'scale') {
      const of = stack.pop();
      if (of === undefined) return undefined;
      const last = nodes[of];
      at += 1;
      if (last.kind === 'leaf' && last.scale < 0 && last.stationary) {
        nodes[of] = { ...last, scale: parameters++ };
      } else nodes.push({ kind: 'scale', of, parameter: parameters++ });
    } else {
      const depth = code[at + 1];
      const count = code[at + 2];
      if (!(count > 0) || at + 3 + count > code.length) return undefined;
      const columns = code.slice(at + 3, at + 3 + count);
      const stationary = name in stationaryLeaves;
      nodes.push({
        kind: 'leaf',
        build: leaves[name],
        columns,
        depth,
        parameter: parameters,
        stationary,
        scale: -1,
      });
      parameters += parameterCount(name, count);
      at += 3 + count;
    }
    stack.push(nodes.length - 1);
  }
  return stack.length === 1 ? { nodes, parameters } : undefined;
}
