import { ShapeError } from '../errors.ts';
import { integerZeros } from '../linalg/zeros.ts';
import type { Slot, Step } from './backend.ts';
import { type BufferDefinition, flagsOf, type OpDefinition, type WantedBuffer } from './op-definition.ts';
import { type OpName, ops } from './ops.ts';

/**
 * Steps by the names of their sizes and buffers. This file alone knows positions; the definitions are in `ops.ts`.
 */

type Ops = typeof ops;
type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The sizes of an op by name. */
export type SizesOf<Op extends OpName> = Readonly<Record<Ops[Op]['sizes'][number], number>>;

type Buffers<Definitions, T> = Flat<
  {
    readonly [K in keyof Definitions as Definitions[K] extends WantedBuffer ? never : K]: T;
  } & {
    readonly [K in keyof Definitions as Definitions[K] extends WantedBuffer ? K : never]?: T | undefined;
  }
>;

/** Inputs, outputs, or both of an op by name; those that only some steps have may be undefined. */
export type InputsOf<Op extends OpName, T> = Buffers<Ops[Op]['inputs'], T>;
export type OutputsOf<Op extends OpName, T> = Buffers<Ops[Op]['outputs'], T>;
export type BuffersOf<Op extends OpName, T> = Flat<InputsOf<Op, T> & OutputsOf<Op, T>>;

type Sizes = Readonly<Record<string, number>>;

/** A buffer as steps read it: each dimension is a number or the sum of the sizes with these names. */
export interface Layout {
  /** The size that says which steps have the buffer; undefined: all have it. */
  readonly flag: string | undefined;
  readonly bits: number;
  /** Undefined where the op itself says what length it needs. */
  readonly shape: readonly (number | readonly string[])[] | undefined;
}

/** The buffers of an op, and what its sizes may be at most: 1 for flags. */
interface Layouts extends Readonly<Record<'inputs' | 'outputs', readonly NamedLayout[]>> {
  readonly most: readonly number[];
}

type NamedLayout = readonly [name: string, layout: Layout];

const isWantedBuffer = (definition: BufferDefinition): definition is WantedBuffer =>
  typeof definition === 'object' && 'flag' in definition;

function layoutOf(definition: BufferDefinition): Layout {
  const { flag, bits, shape } = isWantedBuffer(definition)
    ? definition
    : { flag: undefined, bits: 0, shape: definition };
  const terms = shape === 'own' ? undefined : shape;
  return { flag, bits, shape: terms?.map((term) => (typeof term === 'number' ? term : term.split('+'))) };
}

const layoutsOf = (buffers: Readonly<Record<string, BufferDefinition>>): readonly NamedLayout[] =>
  Object.entries(buffers).map(([name, definition]) => [name, layoutOf(definition)]);

function mostOf(definition: OpDefinition): readonly number[] {
  const flags = flagsOf(definition);
  return definition.sizes.map((size) => (flags.includes(size) ? 1 : Number.POSITIVE_INFINITY));
}

/** Read once: a step of a small model takes no longer than to read its definition. */
const layouts = Object.fromEntries(
  Object.entries(ops).map(([op, definition]) => [
    op,
    {
      inputs: layoutsOf(definition.inputs),
      outputs: layoutsOf(definition.outputs),
      most: mostOf(definition),
    },
  ]),
) as Readonly<Record<OpName, Layouts>>;

/** The side's buffers in their order. */
export const buffersOf = (op: OpName, side: 'inputs' | 'outputs'): readonly NamedLayout[] =>
  layouts[op][side];

/**
 * The sizes of a step by name, and what follows them.
 *
 * @throws ShapeError when dims are too few, a size is negative or a flag neither 0 nor 1
 */
export function readSizes<Op extends OpName>(
  op: Op,
  dims: ArrayLike<number>,
): SizesOf<Op> & { readonly rest: Int32Array } {
  const names: readonly string[] = ops[op].sizes;
  const { most } = layouts[op];
  const sizes: Record<string, number | Int32Array> = {};
  let fits = dims.length >= names.length;
  for (let i = 0; i < names.length; i++) {
    sizes[names[i]] = dims[i];
    // Seeds use all 32 bits.
    if ((dims[i] < 0 && !names[i].startsWith('seed')) || dims[i] > most[i]) fits = false;
  }
  if (!fits) {
    throw new ShapeError(
      `${op}: expected dims [${names.join(', ')}, …], none negative, flags 0 or 1, got [${Array.from(dims).join(', ')}]`,
    );
  }
  const whole = dims instanceof Int32Array ? dims : Int32Array.from(dims);
  sizes.rest = whole.subarray(names.length);
  return sizes as SizesOf<Op> & { readonly rest: Int32Array };
}

/** Whether a step of these sizes has the buffer. */
export function isWanted({ flag, bits }: Layout, sizes: Sizes): boolean {
  if (flag === undefined) return true;
  return bits === 0 ? sizes[flag] === 0 : (sizes[flag] & bits) !== 0;
}

function dimensionOf(term: number | readonly string[], sizes: Sizes): number {
  if (typeof term === 'number') return term;
  let sum = 0;
  for (const name of term) sum += sizes[name];
  return sum;
}

/** The shape of a buffer that a step of these sizes has; undefined where the op itself says what it needs. */
export const shapeOf = ({ shape }: Layout, sizes: Sizes): number[] | undefined =>
  shape?.map((term) => dimensionOf(term, sizes));

/** Numbers in a buffer of a step of these sizes: 0 where it has none, undefined where the op itself says. */
export function lengthOf(layout: Layout, sizes: Sizes): number | undefined {
  if (!isWanted(layout, sizes)) return 0;
  if (layout.shape === undefined) return undefined;
  let length = 1;
  for (const term of layout.shape) length *= dimensionOf(term, sizes);
  return length;
}

/**
 * A step from sizes and slots by name. Slots that it does not have may be left out unless others come after them.
 *
 * @param rest what follows the sizes: a covariance code, strides
 */
export function stepOf<Op extends OpName>(
  op: Op,
  sizes: SizesOf<Op>,
  slots: BuffersOf<Op, Slot>,
  rest: ArrayLike<number> = [],
): Step {
  const names: readonly string[] = ops[op].sizes;
  const dims = integerZeros(names.length + rest.length);
  for (let i = 0; i < names.length; i++) dims[i] = (sizes as Sizes)[names[i]];
  dims.set(rest, names.length);
  return { op, dims, inputs: place(op, 'inputs', slots), outputs: place(op, 'outputs', slots) };
}

/** The step of one product C [m, n] of A [m, k] and B [k, n], either of them transposed. */
export const oneProduct = (
  {
    m,
    k,
    n,
    transposeA = 0,
    transposeB = 0,
  }: Readonly<Record<'m' | 'k' | 'n', number> & Partial<Record<'transposeA' | 'transposeB', 0 | 1>>>,
  slots: BuffersOf<'matmul', Slot>,
): Step => stepOf('matmul', { batch: 1, m, k, n, transposeA, transposeB, strideA: 0, strideB: 0 }, slots);

function place(op: OpName, side: 'inputs' | 'outputs', slots: object): Slot[] {
  const placed: Slot[] = [];
  let missing: string | undefined;
  for (const [name] of layouts[op][side]) {
    const slot = (slots as Readonly<Record<string, Slot | undefined>>)[name];
    if (slot === undefined) missing = name;
    else if (missing === undefined) placed.push(slot);
    else throw new ShapeError(`${op}: expected a slot '${missing}' before '${name}'; an empty one will do`);
  }
  return placed;
}

/**
 * The arrays of a step by name, each checked to be long enough; undefined where the step has none. An input that the op
 * itself measures is empty where the step gives none.
 */
export function arraysOf<Op extends OpName>(
  op: Op,
  sizes: SizesOf<Op>,
  inputs: readonly Float64Array[],
  outputs: readonly Float64Array[],
): BuffersOf<Op, Float64Array> {
  const arrays: Record<string, Float64Array | undefined> = {};
  takeArrays(op, layouts[op].inputs, sizes, inputs, arrays);
  takeArrays(op, layouts[op].outputs, sizes, outputs, arrays);
  return arrays as unknown as BuffersOf<Op, Float64Array>;
}

function takeArrays(
  op: OpName,
  named: readonly NamedLayout[],
  sizes: Sizes,
  given: readonly Float64Array[],
  into: Record<string, Float64Array | undefined>,
): void {
  for (let i = 0; i < named.length; i++) {
    const [name, layout] = named[i];
    if (!isWanted(layout, sizes)) continue;
    const values: Float64Array | undefined = given[i];
    const length = lengthOf(layout, sizes);
    if (length !== undefined && (values === undefined || values.length < length)) {
      throw new ShapeError(
        `${op}: expected ${name} of shape [${shapeOf(layout, sizes)?.join(', ')}], got ${values ? `length ${values.length}` : 'nothing'}`,
      );
    }
    into[name] = values ?? new Float64Array(0);
  }
}

/** The covariance code [tokens] of a step, in postfix order; undefined where its op takes none. */
export function codeOf({ op, dims }: Step): Int32Array | undefined {
  const { rest, sizes }: { readonly rest?: string; readonly sizes: readonly string[] } = ops[op];
  return rest === 'covariance code' ? dims.subarray(sizes.length) : undefined;
}
