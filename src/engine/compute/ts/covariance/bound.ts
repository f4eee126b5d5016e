import { ShapeError } from '../../../errors.ts';
import { borrow, giveBack } from '../scratch.ts';
import { type Node, parseCode } from './index.ts';
import type { Leaf } from './leaf.ts';

/**
 * A covariance between X1 [n1, d] and X2 [n2, d] at one set of parameters, worked on row by row.
 *
 * `forward` fills a row of the matrix; `backward`, called for the same row and columns, pulls a cotangent row back to
 * parameters and to x1_i. With `keep` the rows of all nodes stay (one matrix per node), so that a backward pass may
 * come after all forward rows; without it, each row's `backward` must follow its own `forward`.
 */
export interface BoundCovariance {
  /** out[out0 + step·j] = k(x1_i, x2_j) for j0 ≤ j < j1; step 1 unless given. */
  forward(i: number, j0: number, j1: number, out: Float64Array, out0: number, step?: number): void;
  /** Adds derivatives of Σ_j cotangent[j]·k(x1_i, x2_j) to dTheta [parameters] and, when given, to dX at dX0 [d]. */
  backward(
    i: number,
    j0: number,
    j1: number,
    cotangent: Float64Array,
    dTheta: Float64Array,
    dX?: Float64Array,
    dX0?: number,
  ): void;
  /** With `keep`, X1 = X2 and all rows filled up to their diagonal: fills the rest, so that `backward` may take whole rows. */
  mirror(): void;
  /** Gives the buffers back for the next evaluation; the covariance is not to be used afterwards. */
  release(): void;
}

/** A parsed code that knows its inputs' width. */
export interface Covariance {
  readonly parameters: number;
  /** `theta` is read from `parameter` on. */
  bind(
    theta: Float64Array,
    parameter: number,
    X1: Float64Array,
    n1: number,
    X2: Float64Array,
    n2: number,
    keep?: boolean,
  ): BoundCovariance;
}

/**
 * Reads a covariance code [tokens] in postfix order for inputs of `d` columns.
 *
 * @throws ShapeError it is malformed or names other columns
 */
export function parseCovariance(code: Int32Array, d: number): Covariance {
  const parsed = parseCode(code);
  const columnsFit = parsed?.nodes.every(
    (node) => node.kind !== 'leaf' || node.columns.every((k) => k >= 0 && k < d),
  );
  if (!parsed || !columnsFit) {
    throw new ShapeError(
      `covariance code: expected leaves and operators in postfix order over ${d} columns, got [${code.join(', ')}]; build it with buildCovariance`,
    );
  }
  const { nodes, parameters } = parsed;
  return {
    parameters,
    bind: (theta, parameter, X1, n1, X2, n2, keep = false) =>
      bindNodes(nodes, { theta, parameter, X1, n1, X2, n2, d, keep }),
  };
}

/** The points and parameters that a code is bound to. */
interface Binding {
  readonly theta: Float64Array;
  readonly parameter: number;
  readonly X1: Float64Array;
  readonly n1: number;
  readonly X2: Float64Array;
  readonly n2: number;
  readonly d: number;
  readonly keep: boolean;
}

interface BoundNode {
  readonly node: Node;
  readonly leaf: Leaf | undefined;
  readonly scale: number;
  readonly value: Float64Array;
  readonly factor: Float64Array;
  readonly cotangent: Float64Array;
}

/** A node with its rows; the last one's value is written to where the caller wants it, unless it is a leaf. */
function bindNode(
  node: Node,
  isLast: boolean,
  binding: Binding,
  take: (length: number) => Float64Array,
): BoundNode {
  const { theta, parameter, X1, n1, X2, n2, d, keep } = binding;
  const size = keep ? n1 * n2 : n2;
  const leaf =
    node.kind === 'leaf'
      ? node.build({
          ...node,
          theta,
          parameter: parameter + node.parameter,
          gradient: node.parameter,
          variance: node.scale < 0 ? 1 : Math.exp(theta[parameter + node.scale]),
          varianceGradient: node.scale,
          X1,
          n1,
          X2,
          n2,
          d,
          take,
        })
      : undefined;
  return {
    node,
    leaf,
    scale: node.kind === 'scale' ? Math.exp(theta[parameter + node.parameter]) : 1,
    value: leaf || !isLast ? take(size) : empty,
    factor: leaf ? take(size) : empty,
    cotangent: isLast ? empty : take(n2),
  };
}

function bindNodes(nodes: readonly Node[], binding: Binding): BoundCovariance {
  const { n1, n2, keep } = binding;
  const top = nodes.length - 1;
  const lent: Float64Array[] = [];
  const take = (length: number): Float64Array => {
    const buffer = borrow(length);
    lent.push(buffer);
    return buffer;
  };
  const bound = nodes.map((node, k) => bindNode(node, k === top, binding, take));
  const last = bound[top];
  return {
    forward(i, j0, j1, out, out0, step = 1) {
      const base = keep ? i * n2 : 0;
      for (let k = 0; k < top; k++) forwardNode(bound, k, i, j0, j1, base, bound[k].value, base, 1);
      if (last.leaf) {
        last.leaf.forward(i, j0, j1, last.value, last.factor, base);
        for (let j = j0; j < j1; j++) out[out0 + step * j] = last.value[base + j];
      } else forwardNode(bound, top, i, j0, j1, base, out, out0, step);
    },
    backward(i, j0, j1, cotangent, dTheta, dX, dX0 = 0) {
      const base = keep ? i * n2 : 0;
      backwardNode(bound, top, i, j0, j1, base, cotangent, dTheta, dX, dX0);
      for (let k = top - 1; k >= 0; k--) {
        backwardNode(bound, k, i, j0, j1, base, bound[k].cotangent, dTheta, dX, dX0);
      }
    },
    mirror() {
      for (const { value, factor } of bound) {
        for (const kept of [value, factor]) if (kept.length >= n1 * n2) mirrorLower(kept, n1, n2);
      }
    },
    release() {
      giveBack(...lent);
    },
  };
}

const empty = new Float64Array(0);

/** Copies what is below the diagonal to above it. */
function mirrorLower(kept: Float64Array, n1: number, n2: number): void {
  for (let i = 0; i < n1; i++) {
    const end = i * (n2 + 1);
    for (let at = i * n2, across = i; at < end; at++, across += n2) kept[across] = kept[at];
  }
}

/** Writes row i of node k to target[target0 + step·j]; the rows of its children are at `base`. A leaf takes step 1. */
function forwardNode(
  bound: readonly BoundNode[],
  k: number,
  i: number,
  j0: number,
  j1: number,
  base: number,
  target: Float64Array,
  target0: number,
  step: number,
): void {
  const { node, leaf, factor, scale } = bound[k];
  if (leaf) leaf.forward(i, j0, j1, target, factor, base);
  else if (node.kind === 'scale') {
    const of = bound[node.of].value;
    for (let j = j0; j < j1; j++) target[target0 + step * j] = scale * of[base + j];
  } else if (node.kind !== 'leaf') {
    const left = bound[node.left].value;
    const right = bound[node.right].value;
    if (node.kind === 'add') {
      for (let j = j0; j < j1; j++) target[target0 + step * j] = left[base + j] + right[base + j];
    } else for (let j = j0; j < j1; j++) target[target0 + step * j] = left[base + j] * right[base + j];
  }
}

/** Every node has one parent, so a child's cotangent is written, never added to. */
function backwardNode(
  bound: readonly BoundNode[],
  k: number,
  i: number,
  j0: number,
  j1: number,
  base: number,
  cotangent: Float64Array,
  dTheta: Float64Array,
  dX: Float64Array | undefined,
  dX0: number,
): void {
  const { node, leaf, value, factor, scale } = bound[k];
  if (leaf) leaf.backward(i, j0, j1, value, factor, base, cotangent, dTheta, dX, dX0);
  else if (node.kind === 'scale') {
    const below = bound[node.of];
    let sum = 0;
    for (let j = j0; j < j1; j++) {
      const scaled = scale * cotangent[j];
      sum += scaled * below.value[base + j];
      below.cotangent[j] = scaled;
    }
    dTheta[node.parameter] += sum;
  } else if (node.kind !== 'leaf') {
    const left = bound[node.left];
    const right = bound[node.right];
    const product = node.kind === 'multiply';
    for (let j = j0; j < j1; j++) {
      left.cotangent[j] = product ? cotangent[j] * right.value[base + j] : cotangent[j];
      right.cotangent[j] = product ? cotangent[j] * left.value[base + j] : cotangent[j];
    }
  }
}
