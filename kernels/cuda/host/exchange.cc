/** exchange (see src/engine/compute/ops.ts) on a device: the plan is built here and rebased to device addresses. */
#include "../../include/athanor/exchange.h"

#include <algorithm>

#include "../arguments.h"
#include "call.h"

namespace athanor_cuda {
namespace {

/** One warp a chain, whose barriers cost next to nothing and of which a processor holds 32, while its vectors fit the lanes. */
unsigned exchange_threads(size_t columns) { return columns <= 32 ? 32 : 64; }

}  // namespace

void run_exchange(Call& call) {
  Exchange s;
  if (!call.open(s)) return;
  athanor::ExchangePlan plan{};
  if (!athanor::exchange_take_sizes(s, plan)) return call.fail(kBadDims);
  const size_t ints = athanor::exchange_measure(s.rest, s.rest_length, plan);
  if (ints == 0) return call.fail(kBadDims);
  std::vector<int> memory(ints);
  std::vector<athanor::ExchangeFactor> factors(plan.d);
  athanor::exchange_build(s.rest, plan, factors.data(), memory.data());
  const size_t p = plan.p, d = plan.d, n = plan.n, chains = plan.chains, square = p * p, bases = plan.max_bases;
  const ExchangeData data = {
      call.input(s.kLevels, plan.level_total), call.in(s.kM0), plan.linear ? call.in(s.kW) : nullptr, call.in(s.kNormals),
      call.in(s.kLimit), call.in(s.kBoxes), call.in(s.kPoints), plan.starts_given ? call.in(s.kStarts) : nullptr};
  double* value = call.out(s.kValue);
  double* designs = call.out(s.kDesigns);
  double* passes = call.out(s.kPasses);
  if (!call.ok()) return;

  const int* tables = call.integers(memory.data(), ints);
  const auto rebase = [&](int*& pointer) { pointer = const_cast<int*>(tables) + (pointer - memory.data()); };
  int most_levels = 0;
  for (athanor::ExchangeFactor& factor : factors) {
    most_levels = std::max(most_levels, factor.level_count);
    for (int** table : {&factor.columns, &factor.groups, &factor.pairs, &factor.other_offsets, &factor.others}) rebase(*table);
  }
  rebase(plan.piece_offsets);
  rebase(plan.pieces);
  double* on_device = call.upload_bytes(factors.data(), factors.size() * sizeof(athanor::ExchangeFactor));
  plan.factors = reinterpret_cast<athanor::ExchangeFactor*>(on_device);

  const size_t matrices = plan.linear ? 2 : 1;
  const size_t vectors = 10 * p + plan.max_size * (1 + bases) + 6 * bases + 2 * bases * bases + plan.constraints +
                         2 * (static_cast<size_t>(most_levels) + 2) + 32;
  const int outside = (vectors + matrices * square) * sizeof(double) > call.device().shared_limit() ? 1 : 0;
  const size_t shared = vectors + (outside ? 0 : matrices * square);
  if (shared * sizeof(double) > call.device().shared_limit()) return call.fail(kBadDims);
  double* work = call.take(chains * (n * d + (plan.linear ? square : 0) + (outside ? matrices * square : 0)));
  const unsigned threads = exchange_threads(p);
  const Grid grid = {static_cast<unsigned>(chains)};
  if (plan.linear || outside) {
    call.launch_with(threads, k_coordinate_exchange, grid, shared, plan, data, most_levels, outside, work, value, designs, passes);
  } else {
    call.launch_with(threads, k_coordinate_exchange_plain, grid, shared, plan, data, most_levels, work, value, designs, passes);
  }
}

}  // namespace athanor_cuda
