/** nearest_rows (see src/engine/compute/ops.ts) on a device. */
#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {

void run_nearest(Call& call) {
  NearestRows s;
  if (!call.open(s)) return;
  const size_t shared = static_cast<size_t>(s.blocks) + s.leaf + 2 * static_cast<size_t>(s.m);
  if (s.leaf % 32 != 0 || shared * sizeof(double) > call.device().shared_limit()) return call.fail(kBadDims);
  const double *points = call.in(s.kPoints), *limits = call.in(s.kLimits);
  const NearestData data = {call.in(s.kRows), call.in(s.kPlaces), call.in(s.kBoxes), s.d, s.blocks, s.leaf, s.looked, s.m};
  double* neighbours = call.out(s.kNeighbours);
  if (!call.ok() || s.k == 0 || s.m == 0) return;
  call.launch_with(32, k_nearest_of_blocks, {static_cast<unsigned>(s.k)}, shared, data, points, limits, neighbours);
}

}  // namespace athanor_cuda
