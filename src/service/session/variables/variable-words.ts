import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';

const rangeWords = ({ min, max }: StoredVariable): string =>
  min === undefined || max === undefined ? 'none' : `${min} to ${max}`;

function without<T>(all: readonly T[] = [], some: readonly T[] = []): T[] {
  const left = new Set(some);
  return all.filter((value) => !left.has(value));
}

/** What is different, field by field, in words. */
export function changeWords(before: StoredVariable, after: StoredVariable): string[] {
  const words: string[] = [];
  const say = (field: string, old: unknown, now: unknown) => {
    if (JSON.stringify(old ?? null) !== JSON.stringify(now ?? null)) {
      words.push(
        `${field}: ${old === undefined ? 'none' : String(old)} → ${now === undefined ? 'none' : String(now)}`,
      );
    }
  };
  const lists = (field: string, old?: readonly (string | number)[], now?: readonly (string | number)[]) => {
    const [added, gone] = [without(now, old), without(old, now)];
    if (added.length > 0) words.push(`${field} added: ${added.join('; ')}`);
    if (gone.length > 0) words.push(`${field} removed: ${gone.join('; ')}`);
  };
  say('name', before.name, after.name);
  say('type', before.type, after.type);
  say('bounds', rangeWords(before), rangeWords(after));
  lists('categories', before.values, after.values);
  lists('values', before.allowed_values, after.allowed_values);
  say('step', before.step, after.step);
  say('scale', before.scale ?? 'linear', after.scale ?? 'linear');
  say('unit', before.unit, after.unit);
  say('description', before.description, after.description);
  say(
    'role',
    isObserved(before) ? 'observed' : 'controllable',
    isObserved(after) ? 'observed' : 'controllable',
  );
  say('changing it', before.changes ?? 'easy', after.changes ?? 'easy');
  lists('retired', before.retired, after.retired);
  lists('out of stock', before.unavailable, after.unavailable);
  return words;
}
