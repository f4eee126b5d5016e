import { ShapeError } from '../errors.ts';
import type { Slot, Step } from './backend.ts';
import type { BufferDefinition, WantedBuffer } from './op-definition.ts';
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

/** The side's buffers in their order. */
export function buffersOf(op: OpName, side: 'inputs' | 'outputs'): [string, BufferDefinition][] {
  return Object.entries(ops[op][side]);
}

/**
 * The sizes of a step by name, and what follows them.
 *
 * @throws ShapeError when dims are too few or a size is negative
 */
export function readSizes<Op extends OpName>(
  op: Op,
  dims: ArrayLike<number>,
): SizesOf<Op> & { readonly rest: Int32Array } {
  const names: readonly string[] = ops[op].sizes;
  const sizes: Record<string, number> = {};
  let fits = dims.length >= names.length;
  for (let i = 0; i < names.length; i++) {
    sizes[names[i]] = dims[i];
    // Seeds use all 32 bits.
    if (dims[i] < 0 && !names[i].startsWith('seed')) fits = false;
  }
  if (!fits) {
    throw new ShapeError(
      `${op}: expected dims [${names.join(', ')}, …], none negative, got [${Array.from(dims).join(', ')}]`,
    );
  }
  const whole = dims instanceof Int32Array ? dims : Int32Array.from(dims);
  return { ...(sizes as SizesOf<Op>), rest: whole.subarray(names.length) };
}

const isWantedBuffer = (definition: BufferDefinition): definition is WantedBuffer =>
  typeof definition === 'object' && 'flag' in definition;

/** Whether a step of these sizes has the buffer. */
export function isWanted(definition: BufferDefinition, sizes: Sizes): boolean {
  if (!isWantedBuffer(definition)) return true;
  const flag = sizes[definition.flag];
  return definition.bits === 0 ? flag === 0 : (flag & definition.bits) !== 0;
}

/** The shape of a buffer that a step of these sizes has; undefined where the op itself says what it needs. */
export function shapeOf(definition: BufferDefinition, sizes: Sizes): number[] | undefined {
  const shape = isWantedBuffer(definition) ? definition.shape : definition;
  if (shape === 'own') return undefined;
  return shape.map((term) =>
    typeof term === 'number' ? term : term.split('+').reduce((sum, name) => sum + sizes[name], 0),
  );
}

const product = (shape: readonly number[]): number => shape.reduce((length, size) => length * size, 1);

/** Numbers in a buffer of a step of these sizes: 0 where it has none, undefined where the op itself says. */
export function lengthOf(definition: BufferDefinition, sizes: Sizes): number | undefined {
  if (!isWanted(definition, sizes)) return 0;
  const shape = shapeOf(definition, sizes);
  return shape && product(shape);
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
  const dims = new Int32Array(names.length + rest.length);
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
  const definitions: object = ops[op][side];
  let missing: string | undefined;
  for (const name in definitions) {
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
  for (const [side, given] of [['inputs', inputs] as const, ['outputs', outputs] as const]) {
    buffersOf(op, side).forEach(([name, definition], i) => {
      if (!isWanted(definition, sizes)) return;
      const shape = shapeOf(definition, sizes);
      const values = given[i];
      if (shape && (values === undefined || values.length < product(shape))) {
        throw new ShapeError(
          `${op}: expected ${name} of shape [${shape.join(', ')}], got ${values ? `length ${values.length}` : 'nothing'}`,
        );
      }
      arrays[name] = values ?? new Float64Array(0);
    });
  }
  return arrays as unknown as BuffersOf<Op, Float64Array>;
}

/** The covariance code of a step; undefined where its op takes none. */
export function codeOf({ op, dims }: Step): Int32Array | undefined {
  const { rest, sizes }: { readonly rest?: string; readonly sizes: readonly string[] } = ops[op];
  return rest === 'covariance code' ? dims.subarray(sizes.length) : undefined;
}
