/** What is used of `tfjs_binding.node`. */
export interface TfjsBinding {
  /** @returns the tensor's number */
  createTensor(shape: readonly number[], dtype: number, values: Int32Array | Uint8Array): number;
  deleteTensor(id: number): void;
  /** int64 comes as BigInt64Array. */
  tensorDataSync(id: number): ArrayBufferView;
  executeOp(
    name: string,
    attributes: readonly Attribute[],
    inputs: readonly number[],
    outputs: number,
  ): readonly { readonly id: number; readonly shape: readonly number[] }[];
  getNumOfTensors(): number;
  isUsingGpuDevice(): boolean;
  readonly TF_INT32: number;
  readonly TF_INT64: number;
  readonly TF_BOOL: number;
  readonly TF_ATTR_TYPE: number;
  readonly TF_ATTR_BOOL: number;
  readonly TF_ATTR_INT: number;
  readonly TF_Version: string;
}

interface Attribute {
  readonly name: string;
  readonly type: number;
  readonly value: number | boolean;
}

/** TF_DOUBLE of tensorflow/c/tf_datatype.h, which the binding does not export. */
const DOUBLE = 2;

/** Tensors of one step: what is made here is deleted at its end unless it is kept. */
export class Work {
  readonly #binding: TfjsBinding;
  readonly #made = new Set<number>();
  /** Shapes of what ops made. */
  readonly #shapes = new Map<number, readonly number[]>();

  constructor(binding: TfjsBinding) {
    this.#binding = binding;
  }

  #track(id: number): number {
    this.#made.add(id);
    return id;
  }

  type(name: string, value = DOUBLE): Attribute {
    return { name, type: this.#binding.TF_ATTR_TYPE, value };
  }

  flag(name: string, value: boolean): Attribute {
    return { name, type: this.#binding.TF_ATTR_BOOL, value };
  }

  op(name: string, attributes: readonly Attribute[], ...inputs: number[]): number {
    const [{ id, shape }] = this.#binding.executeOp(name, attributes, inputs, 1);
    this.#shapes.set(id, shape);
    return this.#track(id);
  }

  /** An elementwise op on doubles. */
  map(name: string, ...inputs: number[]): number {
    return this.op(name, [this.type('T')], ...inputs);
  }

  numbers(values: Float64Array, shape: readonly number[]): number {
    const { TF_INT64 } = this.#binding;
    const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
    const raw = this.#track(this.#binding.createTensor(shape, TF_INT64, halves));
    return this.op('Bitcast', [this.type('T', TF_INT64), this.type('type')], raw);
  }

  scalar(value: number): number {
    return this.numbers(Float64Array.of(value), []);
  }

  integers(values: readonly number[]): number {
    const { TF_INT32 } = this.#binding;
    return this.#track(this.#binding.createTensor([values.length], TF_INT32, Int32Array.from(values)));
  }

  booleans(values: readonly boolean[], shape: readonly number[]): number {
    return this.#track(
      this.#binding.createTensor(shape, this.#binding.TF_BOOL, Uint8Array.from(values, Number)),
    );
  }

  reshape(x: number, shape: readonly number[]): number {
    const attributes = [this.type('T'), this.type('Tshape', this.#binding.TF_INT32)];
    return this.op('Reshape', attributes, x, this.integers(shape));
  }

  /** Numbers of a flat tensor by their places. */
  pick(x: number, places: readonly number[]): number {
    const { TF_INT32 } = this.#binding;
    const attributes = [this.type('Tparams'), this.type('Tindices', TF_INT32), this.type('Taxis', TF_INT32)];
    return this.op('GatherV2', attributes, x, this.integers(places), this.#zero());
  }

  #zero(): number {
    return this.#track(this.#binding.createTensor([], this.#binding.TF_INT32, Int32Array.of(0)));
  }

  broadcast(x: number, shape: readonly number[]): number {
    const attributes = [this.type('T'), this.type('Tidx', this.#binding.TF_INT32)];
    return this.op('BroadcastTo', attributes, x, this.integers(shape));
  }

  /** The first `count` numbers of a flat tensor. */
  first(x: number, count: number): number {
    const attributes = [this.type('T'), this.type('Index', this.#binding.TF_INT32)];
    return this.op('Slice', attributes, x, this.integers([0]), this.integers([count]));
  }

  reduce(name: 'Sum' | 'Mean' | 'Max' | 'Min', x: number, axis: number): number {
    const attributes = [
      this.flag('keep_dims', true),
      this.type('T'),
      this.type('Tidx', this.#binding.TF_INT32),
    ];
    return this.op(name, attributes, x, this.integers([axis]));
  }

  select(condition: number, yes: number, no: number): number {
    return this.map('SelectV2', condition, yes, no);
  }

  read(x: number): Float64Array {
    const raw = this.op('Bitcast', [this.type('T'), this.type('type', this.#binding.TF_INT64)], x);
    const { buffer, byteOffset, byteLength } = this.#binding.tensorDataSync(raw);
    return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  }

  /** Numbers in what an op made. */
  sizeOf(id: number): number {
    return (this.#shapes.get(id) ?? []).reduce((size, axis) => size * axis, 1);
  }

  /** A flat tensor with other numbers at its beginning. */
  over(whole: number, length: number, beginning: number, count: number): number {
    const { TF_INT32, TF_ATTR_INT } = this.#binding;
    const index = [this.type('T'), this.type('Index', TF_INT32)];
    const rest = this.op('Slice', index, whole, this.integers([count]), this.integers([length - count]));
    const attributes = [
      { name: 'N', type: TF_ATTR_INT, value: 2 },
      this.type('T'),
      this.type('Tidx', TF_INT32),
    ];
    return this.op('ConcatV2', attributes, this.reshape(beginning, [count]), rest, this.#zero());
  }

  /** Takes a tensor out of what `end` deletes. */
  keep(id: number): number {
    this.#made.delete(id);
    return id;
  }

  end(): void {
    for (const id of this.#made) this.#binding.deleteTensor(id);
    this.#made.clear();
  }
}
