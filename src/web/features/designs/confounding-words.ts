import { count } from '../../text/format.ts';

/** Sets of aliased effects that are listed. */
const maxNamed = 12;

const numerals = ['', '', '', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];

const meanings: Readonly<Record<number, string>> = {
  3: 'main effects are aliased with two-factor interactions',
  4: 'main effects are clear of two-factor interactions, which are aliased with each other',
};

/** What a screening design cannot separate, of a fraction with its resolution and its aliases; none for other designs. */
export function confoundingWords(
  info: Readonly<Record<string, unknown>> | null | undefined,
  method?: string,
): string[] {
  if (method === 'plackett_burman' && info?.['fold_over'] === 'full')
    return [meanings[4] ?? ''].map((words) => `Resolution IV: ${words}.`);
  if (method === 'plackett_burman')
    return ['Resolution III: main effects are aliased with two-factor interactions, most of them in part.'];
  const resolution = info?.['resolution'];
  const aliases = info?.['aliases'];
  if (typeof resolution !== 'number' || !Array.isArray(aliases)) return [];
  const clear = 'main effects and two-factor interactions are clear of each other';
  const more = aliases.length > maxNamed ? `; and ${aliases.length - maxNamed} more` : '';
  return [
    `Resolution ${numerals[resolution] ?? resolution}: ${meanings[resolution] ?? clear}.`,
    ...(aliases.length > 0 ? [`Aliased: ${aliases.slice(0, maxNamed).join('; ')}${more}.`] : []),
  ];
}

/** Blocks of a design, and what they hide. */
export function blockWords(info: Readonly<Record<string, unknown>> | null | undefined): string[] {
  const sizes = info?.['block_runs'];
  if (!Array.isArray(sizes)) return [];
  const lost = info?.['confounded_with_blocks'];
  const names = Array.isArray(lost) ? lost : [];
  return [
    `${count(sizes.length, 'block')} of ${[...new Set(sizes)].join(' and ')} runs. Make each under the same conditions, such as on one day, and choose Block under Blocks in the analysis.`,
    ...(names.length > 0
      ? [
          `Confounded with blocks: ${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? `, and ${names.length - maxNamed} more` : ''}.`,
        ]
      : []),
  ];
}
