#include "covariance.h"

namespace athanor::ATHANOR_ISA {
namespace {

bool is_radial(int token) { return token >= kMatern12 && token <= kRationalQuadratic; }

/** Parameters and tape rows that a leaf takes; false when it is no leaf. */
bool leaf_needs(int token, int columns, int& parameters, int& rows) {
  parameters = columns;
  rows = 0;
  switch (token) {
    case kMatern12:
    case kMatern32:
    case kMatern52:
    case kRbf:
      rows = 1;
      return true;
    case kRationalQuadratic:
      parameters = columns + 1;
      rows = 2;
      return true;
    case kPeriodic:
      parameters = 2 * columns;
      return true;
    case kLinear:
    case kHamming:
      return true;
    case kIbnn:
      parameters = 2;
      rows = 4;
      return true;
    default:
      return false;
  }
}

void radial(int token, Vec r2, double alpha, Vec& value, Vec& slope, Vec& d_log_alpha) {
  switch (token) {
    case kMatern12:
      return matern12(r2, value, slope);
    case kMatern32:
      return matern32(r2, value, slope);
    case kMatern52:
      return matern52(r2, value, slope);
    case kRbf:
      return rbf(r2, value, slope);
    default:
      return rational_quadratic(r2, alpha, value, slope, d_log_alpha);
  }
}

}  // namespace

bool CovarianceCode::parse(const int32_t* code, size_t length, int d, int parameters) {
  d_ = d;
  n_nodes_ = 0;
  n_parameters_ = 0;
  int stack[kMaxTokens];
  int height = 0;
  int extras = 0;
  size_t at = 0;
  while (at < length) {
    if (n_nodes_ == kMaxTokens) return false;
    Node& node = nodes_[n_nodes_];
    node = Node{};
    node.token = code[at];
    node.first_parameter = n_parameters_;
    int needed = 0;
    int rows = 0;
    if (node.token == kScale) {
      if (height < 1) return false;
      node.left = stack[--height];
      needed = 1;
      at += 1;
    } else if (node.token == kAdd || node.token == kMultiply) {
      if (height < 2) return false;
      node.right = stack[--height];
      node.left = stack[--height];
      at += 1;
    } else {
      if (at + 3 > length) return false;
      node.depth = code[at + 1];
      node.n_columns = code[at + 2];
      node.columns = code + at + 3;
      if (node.n_columns < 1 || node.n_columns > d || at + 3 + static_cast<size_t>(node.n_columns) > length) return false;
      if (node.depth < 0 || node.depth > 64) return false;
      for (int k = 0; k < node.n_columns; k++) {
        if (node.columns[k] < 0 || node.columns[k] >= d) return false;
      }
      if (!leaf_needs(node.token, node.n_columns, needed, rows)) return false;
      at += 3 + static_cast<size_t>(node.n_columns);
    }
    node.extra = extras;
    extras += rows;
    n_parameters_ += needed;
    if (n_parameters_ > parameters || n_parameters_ > kMaxParameters) return false;
    stack[height++] = n_nodes_++;
  }
  if (height != 1) return false;
  for (int i = 0; i < n_nodes_; i++) nodes_[i].extra += 2 * n_nodes_;
  tape_rows_ = 2 * n_nodes_ + extras;
  scaled_stationary_ =
      n_nodes_ == 2 && nodes_[1].token == kScale && nodes_[0].token >= kMatern12 && nodes_[0].token <= kRbf && nodes_[0].n_columns == d;
  for (int k = 0; scaled_stationary_ && k < d; k++) scaled_stationary_ = nodes_[0].columns[k] == k;
  constexpr StationaryLoop kLoops[] = {stationary_loop<matern12<Vec>>, stationary_loop<matern32<Vec>>, stationary_loop<matern52<Vec>>,
                                       stationary_loop<rbf<Vec>>};
  if (scaled_stationary_) stationary_ = kLoops[nodes_[0].token - kMatern12];
  return true;
}

void CovarianceCode::set_theta(const double* theta) {
  for (int i = 0; i < n_nodes_; i++) {
    const Node& node = nodes_[i];
    const double* t = theta + node.first_parameter;
    double* c = constants_ + node.first_parameter;
    const int columns = node.n_columns;
    if (is_radial(node.token) || node.token == kPeriodic) {
      for (int k = 0; k < columns; k++) c[k] = exp(-2 * t[k]);
      if (node.token == kRationalQuadratic) c[columns] = exp(t[columns]);
      for (int k = columns; node.token == kPeriodic && k < 2 * columns; k++) c[k] = exp(-t[k]);
    } else if (node.token == kLinear) {
      for (int k = 0; k < columns; k++) c[k] = exp(t[k]);
    } else if (node.token == kHamming) {
      for (int k = 0; k < columns; k++) c[k] = exp(-t[k]);
    } else if (node.token == kIbnn) {
      c[0] = exp(t[0]);
      c[1] = exp(t[1]);
    } else if (node.token == kScale) {
      c[0] = exp(t[0]);
    }
  }
}

void CovarianceCode::leaf_values(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                 double* tape) const {
  double* const value = tape + static_cast<size_t>(row) * kChunk;
  double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  const double* const c = constants_ + node.first_parameter;
  const int columns = node.n_columns;
  for (int j = 0; j < count; j += kWidth) {
    Vec total = {};
    for (int k = 0; k < columns; k++) {
      const int column = node.columns[k];
      const Vec moving = load(XT + static_cast<size_t>(column) * ldx + from + j);
      const Vec difference = moving - x[column];
      if (node.token == kPeriodic) {
        const Vec turns = difference * c[columns + k];
        const Vec s = vsinpi(turns - vround(turns));
        total += c[k] * (s * s);
      } else if (node.token == kLinear) {
        total += c[k] * (moving * x[column]);
      } else if (node.token == kHamming) {
        total += select(difference != 0.0, splat(c[k]), Vec{});
      } else {
        total += c[k] * (difference * difference);
      }
    }
    if (is_radial(node.token)) {
      Vec v, slope, d_log_alpha;
      radial(node.token, total, c[columns], v, slope, d_log_alpha);
      store(value + j, v);
      store(extra + j, slope);
      if (node.token == kRationalQuadratic) store(extra + kChunk + j, d_log_alpha);
    } else if (node.token == kPeriodic) {
      store(value + j, vexp(-2.0 * total));
    } else if (node.token == kHamming) {
      store(value + j, vexp(total * (-1.0 / columns)));
    } else {
      store(value + j, total);
    }
  }
}

/** Value and tangents (w, b, first k12, first k22) of the network covariance; the tangents go to the extra tape rows. */
void CovarianceCode::ibnn_sweep(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                double* tape) const {
  const double w = constants_[node.first_parameter];
  const double b = constants_[node.first_parameter + 1];
  const double per_column = 1.0 / node.n_columns;
  double* const value = tape + static_cast<size_t>(row) * kChunk;
  double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  for (int j = 0; j < count; j += kWidth) {
    Vec s11 = {}, s12 = {}, s22 = {};
    for (int k = 0; k < node.n_columns; k++) {
      const Vec fixed = splat(x[node.columns[k]]);
      const Vec moving = load(XT + static_cast<size_t>(node.columns[k]) * ldx + from + j);
      s11 += fixed * fixed;
      s12 += fixed * moving;
      s22 += moving * moving;
    }
    s11 *= per_column;
    s12 *= per_column;
    s22 *= per_column;
    Vec k11 = w * s11 + b, k12 = w * s12 + b, k22 = w * s22 + b;
    // tangents: [w, b, k12 of the first layer, k22 of the first layer]
    Vec t11[2] = {s11, splat(1)}, t12[4] = {s12, splat(1), splat(1), Vec{}}, t22[4] = {s22, splat(1), Vec{}, splat(1)};
    for (int layer = 0; layer < node.depth; layer++) {
      const Vec q = vsqrt(k11 * k22);
      const Vec c = vmax(vmin(k12 / q, splat(1)), splat(-1));
      Vec angle;
      for (int i = 0; i < kWidth; i++) angle[i] = acos(c[i]);
      const Vec sine = vsqrt((1.0 - c) * (1.0 + c));
      const Vec shape = sine + (M_PI - angle) * c;
      const Vec f = q * (shape * M_1_PI);
      const Vec along = (M_PI - angle) * M_1_PI;
      for (int t = 0; t < 4; t++) {
        const Vec own = t < 2 ? t11[t] / k11 : Vec{};
        const Vec dq = 0.5 * q * (own + t22[t] / k22);
        const Vec df = (sine * M_1_PI) * dq + along * t12[t];
        t12[t] = 0.5 * w * df;
        t22[t] *= 0.5 * w;
        if (t < 2) t11[t] *= 0.5 * w;
      }
      t12[0] += 0.5 * f;
      t11[0] += 0.5 * k11;
      t22[0] += 0.5 * k22;
      t12[1] += 1.0;
      t11[1] += 1.0;
      t22[1] += 1.0;
      k12 = (0.5 * w) * f + b;
      k11 = (0.5 * w) * k11 + b;
      k22 = (0.5 * w) * k22 + b;
    }
    store(value + j, k12);
    for (int t = 0; t < 4; t++) store(extra + t * kChunk + j, t12[t]);
  }
}

void CovarianceCode::values(const double* x, const double* XT, int ldx, int from, int count, double* tape) const {
  for (int i = 0; i < n_nodes_; i++) {
    const Node& node = nodes_[i];
    double* const value = tape + static_cast<size_t>(i) * kChunk;
    const double* const left = tape + static_cast<size_t>(node.left) * kChunk;
    const double* const right = tape + static_cast<size_t>(node.right) * kChunk;
    if (node.token == kScale) {
      const double s = constants_[node.first_parameter];
      for (int j = 0; j < count; j += kWidth) store(value + j, s * load(left + j));
    } else if (node.token == kAdd) {
      for (int j = 0; j < count; j += kWidth) store(value + j, load(left + j) + load(right + j));
    } else if (node.token == kMultiply) {
      for (int j = 0; j < count; j += kWidth) store(value + j, load(left + j) * load(right + j));
    } else if (node.token == kIbnn) {
      ibnn_sweep(node, i, x, XT, ldx, from, count, tape);
    } else {
      leaf_values(node, i, x, XT, ldx, from, count, tape);
    }
  }
}

template <void (*Leaf)(Vec, Vec&, Vec&)>
void CovarianceCode::stationary_loop(const CovarianceCode& code, const double* x, const double* XT, int ldx, int from, int count,
                                     double* out, double* slopes, ptrdiff_t step) {
  const double s = code.scale();
  const int d = code.d_;
  for (int j = 0; j < count; j += kWidth, out += step) {
    const double* moving = XT + from + j;
    Vec r2 = {};
    for (int k = 0; k < d; k++, moving += ldx) {
      const Vec difference = load(moving) - x[k];
      r2 += difference * difference;
    }
    Vec value, slope;
    Leaf(r2, value, slope);
    store(out, s * value);
    if (slopes != nullptr) {
      store(slopes, (2.0 * s) * slope);
      slopes += step;
    }
  }
}

void CovarianceCode::row(const double* x, const double* XT, int ldx, int from, int count, double* tape, double* out, ptrdiff_t step) const {
  if (scaled_stationary_) {
    stationary_row(x, XT, ldx, from, count, out, nullptr, step);
    return;
  }
  const double* const last = last_row(tape);
  for (int start = 0; start < count; start += kChunk) {
    const int part = count - start < kChunk ? count - start : kChunk;
    values(x, XT, ldx, from + start, part, tape);
    for (int j = 0; j < part; j += kWidth, out += step) store(out, load(last + j));
  }
}

void CovarianceCode::leaf_reverse(const Node& node, int row, const double* x, const double* XT, int ldx, int from, int count,
                                  const double* tape, const double* cotangent, Vec* d_theta, double* d_moving, int ld_moving) const {
  const double* const value = tape + static_cast<size_t>(row) * kChunk;
  const double* const extra = tape + static_cast<size_t>(node.extra) * kChunk;
  const double* const c = constants_ + node.first_parameter;
  Vec* const dt = d_theta == nullptr ? nullptr : d_theta + node.first_parameter;
  const int columns = node.n_columns;
  for (int j = 0; j < count; j += kWidth) {
    const Vec weight = load(cotangent + j);
    const Vec v = load(value + j);
    if (dt != nullptr && node.token == kRationalQuadratic) dt[columns] += weight * load(extra + kChunk + j);
    if (dt != nullptr && node.token == kIbnn) {
      dt[0] += weight * load(extra + j) * c[0];
      dt[1] += weight * load(extra + kChunk + j) * c[1];
    }
    for (int k = 0; k < columns; k++) {
      const int column = node.columns[k];
      const Vec moving = load(XT + static_cast<size_t>(column) * ldx + from + j);
      const Vec difference = moving - x[column];
      Vec d_log = {};  // weight · d value / d log parameter k
      Vec slope = {};  // d value / d moving coordinate
      if (is_radial(node.token)) {
        const Vec along = load(extra + j) * c[k] * difference;
        d_log = weight * (-2.0 * along * difference);
        slope = 2.0 * along;
      } else if (node.token == kPeriodic) {
        const Vec turns = difference * c[columns + k];
        const Vec part = turns - vround(turns);
        const Vec s = vsinpi(part);
        const Vec wave = v * (4.0 * M_PI * c[k]) * s * vcospi(part);
        d_log = weight * (4.0 * c[k]) * v * s * s;
        if (dt != nullptr) dt[columns + k] += weight * wave * turns;
        slope = -wave * c[columns + k];
      } else if (node.token == kLinear) {
        d_log = weight * (c[k] * (moving * x[column]));
        slope = splat(c[k] * x[column]);
      } else if (node.token == kHamming) {
        d_log = weight * v * select(difference != 0.0, splat(c[k] / columns), Vec{});
      } else {
        const double w = c[0] / columns;
        slope = load(extra + 2 * kChunk + j) * (w * x[column]) + load(extra + 3 * kChunk + j) * (2.0 * w * moving);
      }
      if (dt != nullptr && node.token != kIbnn) dt[k] += d_log;
      if (d_moving != nullptr) {
        double* const target = d_moving + static_cast<size_t>(column) * ld_moving + j;
        store(target, load(target) + weight * slope);
      }
    }
  }
}

void CovarianceCode::reverse(const double* x, const double* XT, int ldx, int from, int count, double* tape, const double* cotangent,
                             Vec* d_theta, double* d_moving, int ld_moving) const {
  double* const weights = tape + static_cast<size_t>(n_nodes_) * kChunk;
  for (int j = 0; j < count; j += kWidth) store(weights + static_cast<size_t>(n_nodes_ - 1) * kChunk + j, load(cotangent + j));
  for (int i = n_nodes_ - 1; i >= 0; i--) {
    const Node& node = nodes_[i];
    const double* const weight = weights + static_cast<size_t>(i) * kChunk;
    const double* const value = tape + static_cast<size_t>(i) * kChunk;
    double* const left = weights + static_cast<size_t>(node.left) * kChunk;
    double* const right = weights + static_cast<size_t>(node.right) * kChunk;
    if (node.token == kScale) {
      const double s = constants_[node.first_parameter];
      for (int j = 0; j < count; j += kWidth) {
        const Vec w = load(weight + j);
        if (d_theta != nullptr) d_theta[node.first_parameter] += w * load(value + j);
        store(left + j, s * w);
      }
    } else if (node.token == kAdd) {
      for (int j = 0; j < count; j += kWidth) {
        store(left + j, load(weight + j));
        store(right + j, load(weight + j));
      }
    } else if (node.token == kMultiply) {
      const double* const left_value = tape + static_cast<size_t>(node.left) * kChunk;
      const double* const right_value = tape + static_cast<size_t>(node.right) * kChunk;
      for (int j = 0; j < count; j += kWidth) {
        const Vec w = load(weight + j);
        store(left + j, w * load(right_value + j));
        store(right + j, w * load(left_value + j));
      }
    } else {
      leaf_reverse(node, i, x, XT, ldx, from, count, tape, weight, d_theta, d_moving, ld_moving);
    }
  }
}

void CovarianceCode::diagonal(const double* XT, int ldx, int from, int count, double* tape, double* out, const double* cotangent,
                              double* d_moving, int ld_moving) const {
  bool constant = true;
  for (int i = 0; i < n_nodes_; i++) constant = constant && nodes_[i].token != kLinear && nodes_[i].token != kIbnn;
  const ScratchScope scope;
  double* const x = scratch_take(static_cast<size_t>(d_));
  double one[kWidth] = {};
  for (int j = 0; j < count; j++) {
    if (constant && j > 0) {
      out[j] = out[0];
      continue;
    }
    for (int k = 0; k < d_; k++) x[k] = XT[static_cast<size_t>(k) * ldx + from + j];
    // the lanes after the first see the next points; their weight is 0
    values(x, XT, ldx, from + j, 1, tape);
    out[j] = last_row(tape)[0];
    if (constant || d_moving == nullptr) continue;
    one[0] = 2 * cotangent[j];  // k(x, x') is symmetric, so both arguments contribute alike
    reverse(x, XT, ldx, from + j, 1, tape, one, nullptr, d_moving + j, ld_moving);
  }
}

void CovarianceCode::scale_points(double* X, int count, size_t point_step, size_t coordinate_step) const {
  for (int k = 0; scaled_stationary_ && k < d_; k++) {
    const double factor = inverse_length(k);
    for (int i = 0; i < count; i++) X[static_cast<size_t>(i) * point_step + static_cast<size_t>(k) * coordinate_step] *= factor;
  }
}

void transpose_points(const double* X, int n, int d, double* XT, int ldx) {
  for (int k = 0; k < d; k++) {
    double* const row = XT + static_cast<size_t>(k) * ldx;
    for (int i = 0; i < n; i++) row[i] = X[static_cast<size_t>(i) * d + k];
    for (int i = n; i < ldx; i++) row[i] = n > 0 ? row[n - 1] : 0;
  }
}

}  // namespace athanor::ATHANOR_ISA
