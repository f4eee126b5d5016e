/** A dimension of a buffer: a size by its name, a number, or the sum of two sizes. */
type Term<Size extends string> = Size | number | `${Size}+${Size}`;

/** Sizes whose product is the length of a buffer; 'own': the op itself says what length it needs. */
export type Shape<Size extends string = string> = readonly Term<Size>[] | 'own';

/** A buffer that a step has only where `flag` has one of the bits set (bits 0: where it is 0); elsewhere it is empty. */
export interface WantedBuffer<Size extends string = string> {
  readonly flag: Size;
  readonly bits: number;
  readonly shape: Shape<Size>;
}

export type BufferDefinition<Size extends string = string> = Shape<Size> | WantedBuffer<Size>;
type Buffers<Size extends string> = Readonly<Record<string, BufferDefinition<Size>>>;

/** Ops whose times grow alike. */
export type OpFamily =
  | 'likelihood'
  | 'factor'
  | 'posterior'
  | 'acquisition'
  | 'neighbours'
  | 'exchange'
  | 'product';

/** Everything that callers, backends, the cost model and the kernels need to know about an op besides its numbers. */
export interface OpDefinition<
  Size extends readonly string[] = readonly string[],
  Inputs = Readonly<Record<string, BufferDefinition>>,
  Outputs = Readonly<Record<string, BufferDefinition>>,
> {
  /** Names of the leading dims, in order. */
  readonly sizes: Size;
  /** What follows them. */
  readonly rest?: 'covariance code' | 'strides' | 'factors and columns' | 'folds';
  /** Largest value of a size; 2²⁶ by default. */
  readonly most?: number;
  readonly inputs: Inputs;
  readonly outputs: Outputs;
  /** Floating-point operations to the leading terms. */
  operations(sizes: Readonly<Record<Size[number], number>>): number;
  /** Where the cost model finds what a step of this kind takes. */
  readonly family: OpFamily;
  /** Length of the longest chain of which each link waits for the one before, rows of a factor for instance; absent: none. */
  links?(sizes: Readonly<Record<Size[number], number>>): number;
}

/** A definition, its names checked against its sizes. */
export function defineOp<
  const Size extends readonly string[],
  const Inputs extends Buffers<Size[number]>,
  const Outputs extends Buffers<Size[number]>,
>(definition: OpDefinition<Size, Inputs, Outputs>): OpDefinition<Size, Inputs, Outputs> {
  return definition;
}

/** A buffer for steps that have one of `bits` set in `flag`. */
export const when = <const Flag extends string, const S extends Shape>(flag: Flag, bits: number, shape: S) =>
  ({ flag, bits, shape }) as const;

/** A buffer for steps whose flag is 0. */
export const unless = <const Flag extends string, const S extends Shape>(flag: Flag, shape: S) =>
  when(flag, 0, shape);

const bitsOf = (buffer: BufferDefinition): WantedBuffer[] =>
  typeof buffer === 'object' && 'flag' in buffer ? [buffer] : [];

/** Sizes that are 0 or 1: those that decide over buffers, and by no other bit. */
export function flagsOf({ sizes, inputs, outputs }: OpDefinition): string[] {
  const wanted = [...Object.values(inputs), ...Object.values(outputs)].flatMap(bitsOf);
  return sizes.filter((size) => {
    const own = wanted.filter(({ flag }) => flag === size);
    return own.length > 0 && own.every(({ bits }) => bits <= 1);
  });
}
