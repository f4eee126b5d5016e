#include "programs.h"

#include "call.h"

namespace athanor_cuda {
namespace {

struct Entry {
  const char* op;
  void (*run)(Call&);
};

const Entry entries[] = {
    {"gp_factor", run_factor},         {"gp_predict", run_predict},     {"gp_joint", run_joint},
    {"mc_acquisition", run_monte_carlo}, {"covariance", run_covariance}, {"matmul", run_matmul},
    {"cholesky", run_cholesky},        {"solve_triangular", run_solve}, {"unary", run_unary},
    {"binary", run_binary},            {"reduce", run_reduce},          {"exchange", run_exchange},
    {"vecchia_likelihood", run_vecchia_likelihood}, {"vecchia_predict", run_vecchia_predict},
    {"nearest_rows", run_nearest},
};

const Entry* find(const std::string& op) {
  for (const Entry& entry : entries)
    if (op == entry.op) return &entry;
  return nullptr;
}

bool is_likelihood(const std::string& op) { return op == "gp_likelihood" || op == "gp_information"; }

}  // namespace

bool Programs::knows(const std::string& op) { return is_likelihood(op) || find(op) != nullptr; }

Status Programs::run(const std::vector<Step>& steps, size_t& failed) {
  for (size_t first = 0; first < steps.size();) {
    // Neighbouring likelihoods (fits of several sessions) go to the GPU together: they read and write different buffers.
    size_t next = first + 1;
    const bool likelihoods = is_likelihood(steps[first].op);
    while (likelihoods && next < steps.size() && is_likelihood(steps[next].op)) ++next;
    std::vector<std::unique_ptr<Call>> calls;
    for (size_t i = first; i < next; ++i) calls.push_back(std::make_unique<Call>(*this, steps[i]));
    if (likelihoods) {
      run_likelihoods(calls);
    } else {
      const Entry* entry = find(steps[first].op);
      if (entry) entry->run(*calls[0]);
      else calls[0]->fail(kUnknownOp);
    }
    for (size_t i = first; i < next; ++i) {
      failed = i;
      if (!calls[i - first]->ok()) return calls[i - first]->status;
    }
    first = next;
  }
  return kOk;
}

}  // namespace athanor_cuda
