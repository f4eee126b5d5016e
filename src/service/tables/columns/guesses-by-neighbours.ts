import { type ColumnFacts, isNumeric } from '../cells/column-facts.ts';
import { areNumbered, names } from '../cells/column-words.ts';
import { aNote, anId, aResult, aSetting, type Columns, type Guess } from './guessed.ts';
import { fewestSettings, recurs } from './measured-columns.ts';

/** A result by its name. */
export const byName: Guess = aResult('named as a result');

/** The number or label of a run, by its cells alone. */
export const numbering: Guess = anId('numbers the rows, in the first column');

/** Fewer numbers may be in another order by chance. */
const fewestShuffled = 5;

/** Whether a column has the numbers 1 to n, each once, in any order. */
const isShuffled = ({ numbers, levels, allIntegers, min, max, missing, texts }: ColumnFacts): boolean =>
  numbers >= fewestShuffled &&
  allIntegers &&
  min === 1 &&
  max === numbers &&
  levels === numbers &&
  missing + texts === 0;

/** Whether a column has a number of its own for each run, as texts (`Run 1`, `Run 2`), from 0 or 1 on, or shuffled. */
export const numbersRows = (facts: ColumnFacts): boolean =>
  facts.counts ||
  isShuffled(facts) ||
  (facts.numbers === 0 && facts.distinct.length === facts.texts && areNumbered(facts.distinct));

/** Letters and digits that are no words: `A1`, `CS1-2`. */
const label = /^\p{L}{0,4}[\d\p{L}]*[\s_.-]?\d[\w.-]{0,8}$/u;

/** What is chosen among things whose names may hold digits: `C1CCOC1`, `A123V`. */
const things =
  /kind|type|smiles|inchi|reagent|reaktand|reactant|substrat|mutant|mutation|variant|strain|stamm|material|resin|metal|polymer|alloy|legierung|buffer|puffer|medium|media|enzym|surfactant|tensid|excipient|dye|farbstoff|binder|filler|füllstoff|cell[\s_-]*line|zelllinie|peptide?$|primer|\bgenes?$|drug|wirkstoff|si?rna/i;

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
    (distinct.every((text) => label.test(text)) ||
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.startsWith(distinct.join('')));
  return (numbersRows(facts) && numbers + texts >= fewestLabels) || areLabels;
}

/** The value that was wanted, and the one that came out, of one setting: `T set` and `T actual`. */
const wanted =
  /(?:^|[\s_.-])(?:set(?:[\s_.-]*(?:point|value))?|sp|soll(?:wert)?|target|nominal)(?:$|[\s_.-])/i;
const actual = /(?:^|[\s_.-])(?:actual|measured|pv|ist(?:wert)?|real)(?:$|[\s_.-])/i;

/** What is left of the names that say such a value, without the word for it. */
const stemsOf = (named: readonly string[], word: RegExp): ReadonlySet<string> =>
  new Set(named.filter((name) => word.test(name)).map((name) => name.replace(word, '')));

/** Whether a column is no part of a run. */
const isAside = ({ meaning }: Guess): boolean => meaning === 'id' || meaning === 'note';

/** What the columns beside it say about each column whose name alone says too little. */
export function guessesByNeighbours(
  alone: readonly Guess[],
  { named, facts }: Columns,
  isOpen: (column: number) => boolean,
): Guess[] {
  const stems = [stemsOf(named, wanted), stemsOf(named, actual)] as const;
  const has = (at: 0 | 1, name: string, word: RegExp) =>
    word.test(name) && stems[at].has(name.replace(word, ''));
  const found = alone.map(
    (guess, i): Guess =>
      guess === byName && has(1, named[i] as string, wanted)
        ? aSetting('the target of a measured value')
        : guess,
  );
  const settings = found.flatMap(({ meaning }, i) => (meaning === 'input' ? [i] : []));
  const lastOutput = found.findLastIndex(({ meaning }) => meaning === 'output');
  // In a design numbers that differ in most runs came out, too.
  const isDesign = settings.filter((i) => recurs(facts[i] as ColumnFacts)).length >= fewestSettings;
  const isSet = (i: number) =>
    !isDesign || !isNumeric(facts[i] as ColumnFacts) || recurs(facts[i] as ColumnFacts);
  const lastSetting = settings.findLast((i) => i < lastOutput && isSet(i)) ?? -1;
  const read: Guess[] = [];
  for (const [i, guess] of found.entries()) read.push(guessAt(guess, i, read));
  return read;

  function guessAt(guess: Guess, i: number, left: readonly Guess[]): Guess {
    const name = named[i] as string;
    const isFirst =
      (facts[i]?.numbers ?? 0) > 0 ? left.every(isAside) : left.every(({ meaning }) => meaning === 'note');
    if (isFirst && isOpen(i) && settings.some((at) => at > i) && labelsRuns(name, facts[i] as ColumnFacts))
      return numbering;
    if (left.length > 0 && left.every(isAside) && /^categor(?:y|ie)$/i.test(name))
      return aNote('the category of each run');
    // The last number is what came out of all settings, where nothing else is named as a result.
    const isSetting = guess.meaning === 'input' && (lastOutput >= 0 || i !== settings.at(-1));
    const isOfTag = stems[0].size > 0 && /[\s_.-]pv$/i.test(name);
    if (isSetting && (isOfTag || has(0, name, actual))) return aNote('the actual value of a setting');
    // `Light intensity` left of settings that results stand right of was set, too.
    return guess === byName && i < lastSetting && !names.measured.test(name)
      ? aSetting('left of other settings')
      : guess;
  }
}
