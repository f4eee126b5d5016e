/** What `athanor_cpu.node` exports; see kernels/addon/addon.cc. */
export interface NativeBinding {
  /** Ops of the binary in the order of their numbers. */
  opNames(): string[];
  /** Instruction sets that this machine can run, the best one last. */
  instructionSets(): string[];
  /**
   * Runs one op.
   *
   * @param set     position in `instructionSets()`
   * @param op      position in `opNames()`
   * @param stamps  one per input: a number that is another one whenever the numbers at that address are, 0 for unknown. What the
   *                addon makes of an input with a stamp it may keep for later calls
   * @returns       0, a status of kernels/include/athanor/op.h, or −1 when an argument has the wrong type or is out of range
   */
  run(
    set: number,
    op: number,
    dims: Int32Array,
    inputs: readonly Float64Array[],
    outputs: readonly Float64Array[],
    threads: number,
    stamps: Float64Array,
  ): number;
  /**
   * Runs ops of which none reads or writes what another writes, side by side, each on one thread. Absent in addons built before it.
   *
   * @returns whether all succeeded; where one did not, `run` says what is wrong with it
   */
  runBeside?(set: number, calls: readonly BesideCall[], threads: number): boolean;
}

/** As the arguments of `run`: op, dims, inputs, outputs, stamps. */
export type BesideCall = readonly [
  op: number,
  dims: Int32Array,
  inputs: readonly Float64Array[],
  outputs: readonly Float64Array[],
  stamps: Float64Array,
];
