#include "programs.h"

#include "call.h"

namespace athanor_cuda {
namespace {

struct Entry {
  const char* op;
  void (*run)(Call&);
};

const Entry entries[] = {
    {"gp_likelihood", run_likelihood}, {"gp_factor", run_factor},   {"gp_predict", run_predict},
    {"gp_joint", run_joint},           {"mc_acquisition", run_monte_carlo}, {"covariance", run_covariance},
    {"matmul", run_matmul},
    {"cholesky", run_cholesky},        {"solve_triangular", run_solve}, {"unary", run_unary},
    {"binary", run_binary},            {"reduce", run_reduce},
    {"exchange", run_exchange},
};

}  // namespace

bool Programs::knows(const std::string& op) {
  for (const Entry& entry : entries)
    if (op == entry.op) return true;
  return false;
}

Status Programs::run(const std::string& op, const int32_t* dims, size_t n_dims, const Buffer* inputs, size_t n_inputs,
                     const Buffer* outputs, size_t n_outputs) {
  for (const Entry& entry : entries) {
    if (op != entry.op) continue;
    Call call(*this, dims, n_dims, inputs, n_inputs, outputs, n_outputs);
    entry.run(call);
    return call.status;
  }
  return kUnknownOp;
}

}  // namespace athanor_cuda
