import type { Objective } from './objectives.ts';

/** Which objectives are taken to have bounds that nobody declared, and why. */
export function BoundsNote({ objectives }: { objectives: readonly Objective[] }) {
  const assumed = objectives.filter(({ bounds }) => bounds?.assumed);
  if (assumed.length === 0) return null;
  return (
    <p className="hint">
      {assumed
        .map(
          ({ label, bounds }) =>
            `${label} is assumed to lie between ${bounds?.low} and ${bounds?.high}, because ${bounds?.assumed} and all results fit.`,
        )
        .join(' ')}{' '}
      To declare other bounds, see Objectives on the page Variables.
    </p>
  );
}
