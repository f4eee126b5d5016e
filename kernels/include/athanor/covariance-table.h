/** Written by src/tools/write-covariance-table.ts from src/engine/gp/covariance; not to be edited. */
#pragma once

/** A function that is compiled for the device too; each translation unit has its own copy (see kernels/cpu/simd.h). */
#ifdef __CUDACC__
#define ATH_HD __host__ __device__ __forceinline__
#else
#define ATH_HD inline
#endif

namespace athanor {

/** Tokens of a covariance code. */
enum Token {
  kMatern12 = 1,
  kMatern32 = 2,
  kMatern52 = 3,
  kRbf = 4,
  kRationalQuadratic = 5,
  kPeriodic = 6,
  kLinear = 7,
  kIbnn = 8,
  kHamming = 9,
  kScale = 20,
  kAdd = 21,
  kMultiply = 22,
};

/** Log parameters that a leaf consumes over so many columns; −1: the token is no leaf. */
static ATH_HD constexpr int leaf_parameters(int token, int columns) {
  switch (token) {
    case kMatern12:
      return columns;
    case kMatern32:
      return columns;
    case kMatern52:
      return columns;
    case kRbf:
      return columns;
    case kRationalQuadratic:
      return columns + 1;
    case kPeriodic:
      return 2 * columns;
    case kLinear:
      return columns;
    case kIbnn:
      return 2;
    case kHamming:
      return columns;
    default:
      return -1;
  }
}

/** Every leaf: X(token, functor of covariance.h). */
#define ATHANOR_LEAVES(X) \
  X(kMatern12, Matern12) \
  X(kMatern32, Matern32) \
  X(kMatern52, Matern52) \
  X(kRbf, Rbf) \
  X(kRationalQuadratic, RationalQuadratic) \
  X(kPeriodic, Periodic) \
  X(kLinear, Linear) \
  X(kIbnn, Ibnn) \
  X(kHamming, Hamming)

/** What every backend takes of one code: tokens, height of the stack, parameters. */
constexpr int kMaxTokens = 24;
constexpr int kMaxStack = 8;
constexpr int kMaxParameters = 1024;

}  // namespace athanor
