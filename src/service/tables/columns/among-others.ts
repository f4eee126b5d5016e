import type { ColumnFacts } from '../cells/column-facts.ts';
import { areNumbered, names } from '../cells/column-words.ts';
import type { Guess } from './guessed.ts';

/** A result by its name. */
export const byName: Guess = { meaning: 'output', why: 'named as a result' };

const numbering: Guess = { meaning: 'id', why: 'numbers the rows' };

/** Whether a column has a number of its own for each run, as texts (`Run 1`, `Run 2`) or from 0 or 1 on. */
export const numbersRows = ({ counts, distinct, texts, numbers }: ColumnFacts): boolean =>
  counts || (numbers === 0 && distinct.length === texts && areNumbered(distinct));

/** Letters and digits that are no words: `A1`, `CS1-2`. */
const label = /^\p{L}{0,4}[\d\p{L}]*[\s_.-]?\d[\w.-]{0,8}$/u;

/** What is chosen among things whose names may hold digits: `C1CCOC1`, `A123V`. */
const things =
  /smiles|inchi|reagent|reaktand|reactant|substrat|mutant|mutation|variant|strain|stamm|material|resin|metal/i;

/** Fewer labels may be categories. */
const fewestLabels = 4;

/** Whether a first column labels the runs: a number or a label of its own in each. A symbol of one or two signs is a quantity. */
function labelsRuns(name: string, facts: ColumnFacts): boolean {
  if (name.length < 3 || [names.kinds, names.quantity, things].some((one) => one.test(name))) return false;
  const { distinct, texts, numbers, blank } = facts;
  const areLabels =
    numbers + blank === 0 &&
    texts >= fewestLabels &&
    distinct.length === texts &&
    distinct.every((text) => label.test(text));
  return (numbersRows(facts) && numbers + texts >= fewestLabels) || areLabels;
}

/** The value that was wanted, and the one that came out, of one setting: `T set` and `T actual`. */
const wanted =
  /(?:^|[\s_.-])(?:set(?:[\s_.-]*(?:point|value))?|sp|soll(?:wert)?|target|nominal)(?:$|[\s_.-])/i;
const actual = /(?:^|[\s_.-])(?:actual|measured|pv|ist(?:wert)?|real)(?:$|[\s_.-])/i;

/** What the columns beside it say of each column whose name alone says too little. */
export function amongOthers(
  found: readonly Guess[],
  named: readonly string[],
  facts: readonly ColumnFacts[],
  isOpen: (column: number) => boolean,
): Guess[] {
  const settings = found.flatMap(({ meaning }, i) => (meaning === 'input' ? [i] : []));
  const lastOutput = found.findLastIndex(({ meaning }) => meaning === 'output');
  const lastSetting = settings.findLast((i) => i < lastOutput) ?? -1;
  const stems = new Set(named.filter((name) => wanted.test(name)).map((name) => name.replace(wanted, '')));
  return found.map((guess, i) => {
    const name = named[i] as string;
    if (i === 0 && isOpen(i) && settings.some((at) => at > 0) && labelsRuns(name, facts[i] as ColumnFacts))
      return numbering;
    if (actual.test(name) && stems.has(name.replace(actual, '')))
      return { meaning: 'note', why: 'what came out of a setting' };
    // `Light intensity` left of settings that results stand right of was set, too.
    return guess === byName && i < lastSetting && !names.measured.test(name)
      ? { meaning: 'input', why: 'left of other settings' }
      : guess;
  });
}
