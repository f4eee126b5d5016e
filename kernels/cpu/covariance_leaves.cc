/** The leaves of a covariance code on a run of points: values with what the reverse sweep needs of them, and that sweep. */
#include "covariance.h"

namespace athanor::ATHANOR_ISA {
namespace {

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
      Vec v, slope, d_log_alpha = {};
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
      const Vec angle = vacos(c);
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

}  // namespace athanor::ATHANOR_ISA
