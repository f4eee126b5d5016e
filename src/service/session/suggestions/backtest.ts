import type { Backtest, BacktestRequest } from '../../../contract/suggestions/campaign.ts';
import type { BacktestCurve, BacktestResult, BacktestTask } from '../../../engine/campaign/backtest.ts';
import { quantile } from '../../../engine/linalg/quantile.ts';
import { counted } from '../../../engine/words.ts';
import { ValueError } from '../../errors.ts';
import { goalOf } from '../objectives/aims.ts';
import { withoutLimits } from '../objectives/attained.ts';
import { storedAim } from '../objectives/objective-facts.ts';
import { hasResult } from '../rows/measured-rows.ts';
import { seedOf } from '../seed.ts';
import type { Change, Environment, State } from '../state.ts';
import { show } from '../words.ts';
import { prepareAutoSuggest } from './auto-suggest.ts';

interface BacktestContext {
  readonly mode: BacktestTask['mode'];
  readonly repeats: number;
  readonly several: boolean;
  /** Rows of which only a limit is known: not replayed. */
  readonly left: number;
  /** The value to come close to: runs are judged by their distances from it, negated. */
  readonly wanted: number | undefined;
}

/** Rows that a backtest needs. */
const minRows = 10;

/** @throws ValueError too few rows */
export function* prepareBacktest(session: State, request: BacktestRequest, environment: Environment) {
  const { state, left } = yield* withoutLimits(session, session.targets);
  const { targets, rows } = state;
  const target = targets[0] as string;
  if (rows.length < minRows) {
    throw new ValueError(
      `backtest: needs at least ${minRows} experiments, the session has ${rows.length}${left > 0 ? ` and ${left} with a limit, which are not replayed` : ''}`,
    );
  }
  const results = new Set(rows.filter((row) => hasResult(row, target)).map((row) => row[target]));
  if (targets.length === 1 && results.size === 1) {
    throw new ValueError(
      `backtest: all results of '${target}' are ${show([...results][0])}, so every run would reach the target; record runs whose results differ`,
    );
  }
  const seed = seedOf(request.seed, environment);
  const goal = request.goal == null ? {} : { goal: request.goal };
  const asked = { strategy: 'auto', ...goal, seed, pending: false };
  // The recorded runs are the ones to choose from.
  const unlisted = { ...state, campaign: { ...state.campaign, candidates: null } };
  const { task } = yield* prepareAutoSuggest(unlisted, asked, environment);
  const { desirability, ...recorded } = task;
  const several = targets.length > 1;
  if (several && desirability !== undefined) {
    throw new ValueError('backtest: joint desirability is not replayed; name a goal in the request');
  }
  const wanted =
    desirability && goalOf(state, target) === 'target' ? storedAim(state, target)?.target : undefined;
  const campaign =
    wanted === undefined || desirability === undefined ? recorded : { ...recorded, desirability };
  const mode = request.mode ?? 'replay';
  const repeats = request.repeats ?? 10;
  const context: BacktestContext = { mode, repeats, several, left, wanted };
  return {
    name: 'backtest' as const,
    task: {
      campaign,
      mode,
      repeats,
      batchSizes: [...new Set(request.batch_sizes ?? [1, 4])],
      runs: request.runs ?? 30,
      seed,
      ...(wanted === undefined ? {} : { wanted }),
      ...(request.target == null ? {} : { target: worthFor(wanted)(request.target) }),
    },
    context,
  };
}

/** An output as what runs are judged by. */
const worthFor =
  (wanted: number | undefined) =>
  (output: number): number =>
    wanted === undefined ? output : -Math.abs(output - wanted);

/** The runs by which that share of the repeats has reached the target; null: it never does. */
function runsOf(reached: readonly (number | undefined)[], share: number): number | null {
  const sorted = reached.map((runs) => runs ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  // 0.1 of 70 is 7.000000000000001.
  const found = sorted[Math.ceil(share * sorted.length - 1e-9) - 1];
  return found !== undefined && Number.isFinite(found) ? found : null;
}

function curveAnswer(
  { searcher, batchSize, best, reached }: BacktestCurve,
  runs: number,
  wanted: number | undefined,
): Backtest['curves'][number] {
  const length = Math.min(runs, ...best.map((values) => values.length));
  const at = (i: number, share: number) =>
    quantile(Float64Array.from(best, (values) => values[i] as number).sort(), share);
  return {
    searcher,
    batch_size: batchSize,
    best: Array.from({ length }, (_, i) => ({
      runs: i + 1,
      ...(wanted === undefined
        ? { median: at(i, 0.5), interval_80: [at(i, 0.1), at(i, 0.9)] }
        : { median: -at(i, 0.5), interval_80: [-at(i, 0.9), -at(i, 0.1)] }),
    })),
    runs_to_target: runsOf(reached, 0.5),
    interval_80: [runsOf(reached, 0.1), runsOf(reached, 0.9)],
    reached: reached.filter((runsTo) => runsTo !== undefined).length / reached.length,
  };
}

/** Answers medians and intervals of 80 % over the repeats. Changes nothing. */
export function applyBacktest(
  state: State,
  result: BacktestResult,
  context: BacktestContext,
): Change<Backtest> {
  const { mode, repeats, several, left, wanted } = context;
  const curves = result.curves.map((curve) => curveAnswer(curve, result.runs, wanted));
  const target = quantile(result.targets.slice().sort(), 0.5);
  const names = {
    auto: "strategy 'auto'",
    design: 'a spread design',
    random: 'random order',
    recorded: 'as recorded',
  };
  const late = `more than ${result.runs}`;
  const lines = curves.map(({ searcher, batch_size, runs_to_target, reached, interval_80: [low, high] }) => {
    const needed =
      runs_to_target === null ? `more than ${counted(result.runs, 'run')}` : counted(runs_to_target, 'run');
    // The recorded order is one campaign.
    if (searcher === 'recorded') return `${names.recorded}: ${needed}`;
    const size = searcher === 'auto' ? `, ${batch_size} at a time` : '';
    const share = `${Math.round(100 * reached)} % of the repeats reach the target`;
    return runs_to_target === null
      ? `${names[searcher]}${size}: ${share} within ${result.runs} runs`
      : `${names[searcher]}${size}: ${needed} (${low ?? '–'} to ${high ?? late}), ${share}`;
  });
  const leftOut = [
    ...(left > 0 ? [`Left out: ${counted(left, 'experiment')} of which only a limit is known`] : []),
    ...result.remarks.map((remark) => `Left out: ${remark}`),
  ];
  return {
    state,
    answer: {
      mode,
      runs: result.runs,
      repeats,
      choices: result.choices,
      target: wanted === undefined ? target : -target,
      curves,
      seed: result.seed,
      text: `Runs to the target${several ? ', a hypervolume' : wanted === undefined ? '' : `, a distance of ${Number((-target).toPrecision(3))} from ${wanted}`}, median and 80 % interval. ${[lines.join('; '), ...leftOut].join('. ')}.`,
    },
  };
}
