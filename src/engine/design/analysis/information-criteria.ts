/** Information criteria of a model fitted by least squares; smaller is better, among models of the same results. */
export interface InformationCriteria {
  /** Null where p + 2 or fewer runs leave no correction, or all results are fitted exactly. */
  readonly aicc: number | null;
  /** Null where all results are fitted exactly. */
  readonly bic: number | null;
}

/**
 * −2·ln L + 2k + 2k(k + 1)/(n − k − 1), and −2·ln L + k·ln n, with −2·ln L = n·ln(2π·RSS/n) + n of independent normal errors and the
 * k = p + 1 parameters of coefficients and error.
 *
 * @param n runs  @param p coefficients
 *
 * Source: Hurvich and Tsai 1989, Biometrika 76, 297–307; Schwarz 1978, Annals of Statistics 6, 461–464.
 */
export function informationCriteria(residualSquares: number, n: number, p: number): InformationCriteria {
  const k = p + 1;
  const rest = n - k - 1;
  const deviance = n * Math.log((2 * Math.PI * residualSquares) / n) + n;
  if (p >= n || residualSquares === 0) return { aicc: null, bic: null };
  return {
    aicc: rest > 0 ? deviance + 2 * k + (2 * k * (k + 1)) / rest : null,
    bic: deviance + k * Math.log(n),
  };
}
