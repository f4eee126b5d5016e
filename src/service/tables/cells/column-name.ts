import { visibleForm } from '../../normal-form.ts';
import { withoutSuperscripts } from './superscripts.ts';

/** Symbols that count as units; each may stand with an SI prefix where it is marked. */
const prefixed =
  'm g s A Ah K cd lm lx mol Osm L l Pa bar N J W V C Ω ohm Ohm F H Hz eV M Da cal W Wh atm Bq Gy Sv T S P St AU'.split(
    ' ',
  );
const plainUnits = (
  '% ％ ‰ area% area-% Area% a% ° °C ºC ℃ °F ℉ °R 分 秒 時間 小时 分钟 天 日 °С сут ч мин сек sa dk sn degC degF deg rad bara barg psia psig mTorr sccm slm slpm smL sL phr NTU FTU GU mpy kcps °Bx °P °CA pbw vol.% wt.% mol.% Fl.-% Fl% Fl.% K min h hr hrs d day days wt% vol% mol% wt.-% wt-% vol.-% vol-% mol-% Gew.-% Vol.-% Mol-% m-% at% w% v% ppm ppb ppt eq equiv equiv. Celsius Kelvin Fahrenheit ' +
  'eq. rpm psi torr Torr mmHg inHg cP cSt Å a.u. au U IU mU kU CFU OD pH kWh oz lb lbs in ft gal € $ £ EUR USD GBP CHF ' +
  'sec secs seconds minutes hours weeks week months years yr count counts cps x fold rel. a.u mM µM nM pM M N'
).split(' ');
const prefixes = ['', 'f', 'p', 'n', 'µ', 'μ', 'u', 'm', 'c', 'd', 'h', 'k'];
/** Units that are measured in millions; before others the letters name a method: `GC`, `MS`. */
const vast = ['M', 'G', 'T'].flatMap((prefix) =>
  'g Pa N J W V Ω ohm Hz eV Da cal Wh Bq'.split(' ').map((unit) => prefix + unit),
);

const units = new Set([
  ...plainUnits,
  ...prefixed.flatMap((unit) => prefixes.map((prefix) => prefix + unit)),
  ...vast,
]);

/** Raised digits as powers: `s^-1` for `s⁻¹`. */
const withPowers = (text: string): string =>
  text
    .replaceAll(
      /([⁻−]?)([⁰¹²³⁴-⁹]+)/g,
      (_, sign: string, digits: string) => `^${sign && '-'}${withoutSuperscripts(digits)}`,
    )
    .replaceAll(/[⁻−]/g, '-');

/** What is counted, perhaps in millions, over the amount that it is in: `cells/mL`, `x10^6 copies/µL`; and what is done again and again, below: `Å/cycle`. */
const counted = /^(?:[x×]?\s?(?:10\^?|1e)\d+\s*)?(?:cells?|copies|particles|spores|tr|rev|об)?(?=\s*\/)/i;
const perCount = /\/\s*(?:cell|cycle|pass|dec(?:ade)?)$/i;

/** A known symbol, perhaps with a power. One without a sign is that of a length: `A280` and `N2` are none. */
const isSymbol = (part: string): boolean =>
  units.has(part) ||
  units.has(part.replace(/(?:\^-?\d+|-\d+|(?<=^[cdkmnµμ]?(?:m|in|ft|s|h))[2-4])$/, '')) ||
  /^OD\d{3}$/.test(part);

/** Symbols with points between them: `N.s`. `M.W` and `s.d` are abbreviations. */
const symbolsIn = (part: string): string[] =>
  isSymbol(part) || /^(?:[A-Z](?:\.[A-Z])+|s\.d)$/.test(part) ? [part] : part.split('.');

/** Whether text reads as a unit: known symbols, with powers, joined by `/`, `·`, `*`, points or blanks. */
export function isUnit(text: string): boolean {
  const flat = withPowers(text).trim();
  if (flat === '' || flat.length > 24) return false;
  if (/^%\s*\(?[wvma]\/[wvma]\)?$/.test(flat)) return true;
  const parts = flat
    .replaceAll(/[()]/g, ' ')
    .trim()
    .replace(counted, '1')
    .replace(perCount, '/1')
    .split(/[/·*\s]+/)
    .filter((part) => part !== '' && part !== '1');
  return parts.length > 0 && parts.flatMap(symbolsIn).every(isSymbol);
}

/** A unit that says what it is of: `mg GAE/g`, `g/100 g`, `U/mg protein`, `V vs. RHE`. */
function isUnitOf(text: string): boolean {
  const [, amount, per] =
    /^(\S+?)(?: \p{Lu}[\p{L}\d]*)?\/(?:10+ ?)?([^\s/\d]+[²³\d]?)(?: \p{L}{2,12})?$/u.exec(text) ?? [];
  return (
    /^m?V vs\.? \S+$|^% (?:owf|RH|db|dw|dm|wb)$/.test(text) ||
    (/^log(?:10)? /.test(text) && isUnit(text.replace(/^log(?:10)? /, ''))) ||
    (amount !== undefined && isUnit(amount) && isUnit(per ?? ''))
  );
}

/** One capital over another is a ratio (`P/L`, `S/N`, `H/C`), except these quantities over their unit; a metal on carbon is a catalyst. */
const isRatio = (text: string): boolean =>
  /^(?:\p{Lu}\/\p{Lu}|\S+\/OD(?:\d{3})?|(?:Pd|Pt|Ru|Rh|Ni|Ir|Au|Ag|Cu|Co|Fe)\/[CL])$/u.test(text) &&
  !/^(?:T\/K|V\/L|[UE]\/V|I\/A|P\/W|F\/N|[EGHQUW]\/J|Q\/C|B\/T|C\/M)$/.test(text);

/** A unit that is in place of a name: `mg/mL`, `mol/L`, `mol-%`. */
const isBareUnit = (text: string): boolean =>
  /^(?:mol|wt|vol|gew)\.?[ -]?%$/i.test(text) ||
  (/^(?:[kmµμun]?g|[kmµμun]?mol|[mµμun][lL]|L(?=\/(?:min|h|s|d|kg)$)|k?U(?=\/m?[lL]$))\/\S+$/.test(text) &&
    isUnit(text));

const unwrapped = (text: string): string => /^\((.*)\)$/.exec(text)?.[1]?.trim() ?? text;

interface Form {
  readonly pattern: RegExp;
  /** Whatever is there is a unit. */
  readonly sure: boolean;
}

const bracketed: Form = { pattern: /^(.*\S)(?<!\]:)\s*\[([^[\]]+)\]$/, sure: true };

/** Other ways in which labs write a unit into a name, in the order in which they are tried. */
const forms: readonly Form[] = [
  { pattern: /^(.*\S)\s+\/\s+(\S.*)$/, sure: false },
  { pattern: /^(.*\S)\s*\((.+)\)$/, sure: false },
  { pattern: /^(.*\S)\s*,\s*(\S+)$/, sure: false },
  { pattern: /^(.*\S)\s+in\s+(\S+)$/, sure: false },
  { pattern: /^([^/]*\S)\s*\/\s*(\S.*)$/, sure: false },
  { pattern: /^(.*\S)\s*\/\s*([^/]+)$/, sure: false },
  { pattern: /^(.*\S)\s*(%|‰|°[CF]|[Dd]eg\.? [CF])$/, sure: true },
];

/** `% Yield` and `%ee`. */
const shareFirst = /^%\s*(?!of\s|[wvma]\/[wvma])(\p{L}.*)$/u;

/** `mol %`, `wt %`: a share of what. */
const isShare = (text: string): boolean => /^(?:mol|wt|vol|area|gew)\.?[ -]?%$/i.test(text);

/** A word with a negative power, or a power with its sign: `s⁻¹`, `m^-3`, `cm²`. */
const hasPower = (word: string): boolean => /[⁻−-]\d?[¹²³⁴-⁹\d]$|\^\d$|[²³]$|^[cdkmnµμ]?m[23]$/.test(word);

/** Letters that are a unit over these alone: over others they are quantities (`T/°C`, `m/g`, `V/mL`, `U/mV`). */
const letterOver =
  /^(?:g\/.+|[lL]\/\(?(?:s|min|h|d|day|kg|g|mol)\b.*|U\/(?:min|[mµμn]?[lL]|[mkµμ]?g)|J\/\(?(?:k?g|k?mol|m?[lL])\b.*|[mK]\/(?:s|min|h)|[AVSNW]\/[cmk]?m\b.*)$/;

/** Whether text reads as a unit of several parts, so that it is behind a name without any sign: `mol/L`, `L mol⁻¹ s⁻¹`. */
function isQuotient(text: string): boolean {
  if (isShare(text)) return true;
  if (!isUnit(text)) return false;
  const [first = ''] = text.split(/[/·*\s]+/);
  // `Yield 1 / %` is the first of several.
  if (first === '' || first === '1') return /^1\/(?:s|min|h|d)$/.test(text);
  if (text.includes('·')) return true;
  if (text.includes('/')) return !/^\p{L}$/u.test(first) || letterOver.test(text);
  const words = text.split(/[·*\s]+/);
  return words.length > 1 ? words.slice(1).every(hasPower) : hasPower(text) && !/^\p{L}-?\d$/u.test(text);
}

/** A quoted unit such as `[%]` is one; longer words in brackets are remarks, and `[4,3]` is part of a symbol. */
const isSureUnit = (text: string): boolean =>
  isUnit(text) || isUnitOf(text) || (text.length <= 8 && !/^[A-Za-z]{4,}$|^\d[,.] ?\d$/.test(text));

/** Signs that show nothing: control characters, soft hyphens, blanks without width, marks of byte order, changes of direction. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|(?![\0\t\n\r])\p{Cc}/gu;

/** A text without what nobody sees. */
export const visible = (text: string): string => text.replaceAll(invisible, '');

/** A name without the line breaks that it has in a narrow cell. */
export const oneLine = (cell: unknown): string =>
  String(cell ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Whether a name is a number: `1/T` and `1000/T` are quantities. */
const isCount = (name: string): boolean => /^\d+$/.test(name);

/** `log10(CFU/mL)`: what is in the brackets is taken the logarithm of. */
const isFunction = (name: string): boolean => /^(?:log\d*|ln|lg|exp|sqrt)$/i.test(name);

/** Whether brackets that open in a name close in it. */
const isClosed = (name: string): boolean => name.split(/[([]/).length === name.split(/[)\]]/).length;

/** A unit in brackets with the mark of a footnote behind it: `Yield (%)a`, `ee [%] [b]`, `t (h)*`. */
const footnoted =
  /^(.*\S\s*(?:\([^()]+\)|\[[^[\]]+\]))(?:\^?[a-h]|\s*[*†‡§ᵃᵇᶜᵈ]{1,2}|\s*\([a-h]\)|\s*\[[a-h]\])$/;

/** What is in the place of a unit where there is none: `n (-)`, `pH [–]`, `tan δ []`, `n / -`. */
const noUnit = /\s*(?:\([-–—]?\)|\[[-–—]?\]|\s\/\s[-–—])$/;

const withoutEnd = (name: string): string => name.replace(/[\s,:/]+$/, '').replace(/\s+in$/, '');

export interface Split {
  readonly name: string;
  readonly unit: string | null;
}

/** `dose g/L`, `flow mL / min`: the longest unit that ends the text; one without a `/` is not behind another's. */
function unitBehind(text: string): Split | undefined {
  const words = text.replaceAll(/(?<!(?:^|\s)1\s*)\s*\/\s*/g, '/').split(/\s+/);
  for (let i = 1; i < words.length; i++) {
    const [name, unit] = [words.slice(0, i).join(' '), unwrapped(words.slice(i).join(' '))];
    // `η at 10 s-1 (Pa·s)`: what is in brackets of its own is the unit.
    const [, inBrackets = ''] = /\s\(([^()]+)\)$/.exec(unit) ?? [];
    if (isUnit(inBrackets)) continue;
    const isWhole = isClosed(name) && !isCount(name) && (unit.includes('/') || !name.includes('/'));
    if (words[i] !== 'in' && isWhole && isQuotient(unit)) return { name: withoutEnd(name), unit };
  }
  return undefined;
}

/** `deg C`, which is one unit of two words. */
const isDegree = (text: string): boolean => /^[Dd]eg\.? [CFK]$/.test(text);

/** Quantities that one capital in brackets is the unit of. */
const overCapital =
  /^(?:T\([CFK]\)|I\(A\)|[EU]\(V\)|V\(L\)|P\(W\)|F\(N\)|[EGHQUW]\(J\)|Q\(C\)|B\(T\)|[Cc]\(M\))$/;
const amounts =
  /(?:^|[^\p{L}])(?:conc(?:entration)?|eq|equiv(?:alents?)?|mol(?:es)?|mass|amount|ratio|loading|fraction)\.?$/iu;

/** A substance in brackets whose letter is a unit elsewhere: `c(A)`, `n(K)`, `eq. (A)`. */
function isOfSubstance(text: string): boolean {
  const [, name, letter] = /^(.*\S)\s?\((\p{Lu})\)$/u.exec(text) ?? [];
  if (name === undefined) return false;
  return /^\p{L}$/u.test(name)
    ? !overCapital.test(`${name}(${letter})`)
    : letter !== 'M' && amounts.test(name);
}

/** Words behind the first of a unit have powers, or it is none: `Pd/C mg`. */
const isOneUnit = (text: string): boolean =>
  isShare(text) ||
  isDegree(text) ||
  isUnitOf(text) ||
  (isUnit(text) && text.split(/\s+/).slice(1).every(hasPower));

function byForm(text: string, { pattern, sure }: Form): Split | undefined {
  const [, name, rest] = pattern.exec(text) ?? [];
  if (name === undefined || rest === undefined || !isClosed(name) || isCount(name) || isFunction(name))
    return undefined;
  const unit = unwrapped(rest.trim());
  return (sure ? isSureUnit(unit) : isOneUnit(unit)) ? { name: withoutEnd(name), unit } : undefined;
}

/** Longer ones are sentences. The forms of names take a time that grows with the square of the length. */
const maxNameWithUnit = 300;

/**
 * Name and unit of a column: `T / °C`, `τ / min`, `Yield [%]`, `c (mol/L)`, `c mol/L`, `Yield, %`, `t in h`.
 *
 * @returns the name as it stands, and no unit, where nothing reads as one or it has more than 300 characters
 */
export function splitUnit(header: string): Split {
  const whole = header.trim();
  if (whole.length > maxNameWithUnit) return { name: whole, unit: null };
  const text = whole.replaceAll('（', '(').replaceAll('）', ')');
  const [, counts = '', per] = /^(\S.*?counts?)\/([mµμ]?[lL]|cm[²³]?)$/iu.exec(text) ?? [];
  if (per !== undefined) return { name: counts, unit: `1/${per}` };
  if (noUnit.test(text)) return { name: text.replace(noUnit, ''), unit: null };
  // A name that stands twice has a number behind it: `Zeit [min] (2)`.
  const [, first = '', again] = /^(.*\S) (\(\d+\))$/.exec(text) ?? [];
  if (again !== undefined) {
    const { name, unit } = splitUnit(first);
    if (unit !== null) return { name: `${name} ${again}`, unit };
  }
  const last =
    text
      .replace(/(\p{Lu}[a-z])\s+\/\s+C$/u, '$1/C')
      .split(/\s+/)
      .at(-1) ?? '';
  if (isRatio(last) || isBareUnit(text) || isOfSubstance(text)) return { name: text, unit: null };
  const [, noted] = footnoted.exec(text) ?? [];
  const bare = noted === undefined ? undefined : splitUnit(noted);
  if (bare !== undefined && bare.unit !== null) return bare;
  // A remark behind the unit: `Yield [%] (HPLC)`, `Yield / % (isolated)`.
  const [, of = '', remark = ''] = /^(.*\S)\s*(\([^()]+\))$/.exec(text) ?? [];
  const isRemark = of.endsWith(']') || (of !== '' && !isUnit(unwrapped(remark)));
  const before = isRemark ? splitUnit(of) : undefined;
  if (before !== undefined && before.unit !== null)
    return { name: `${before.name} ${remark}`, unit: before.unit };
  const found = byForm(text, bracketed) ?? unitBehind(text);
  const [, shared] = shareFirst.exec(text) ?? [];
  return (
    found ??
    forms.map((form) => byForm(text, form)).find((one) => one !== undefined) ??
    (shared === undefined ? { name: whole, unit: null } : { name: shared, unit: '%' })
  );
}

const factorMark = /^(?:(?:Factor|Component) \d+\s+)?([A-HJ-Z]):\s*(?=\S)/;

/** `A:Temperature`, `Factor 1 A:Temperature` and `Response 1 Yield` without what Design-Expert puts in front of its names. */
export function withoutMarks(columns: readonly string[]): readonly string[] {
  const letters = columns.flatMap((column) => factorMark.exec(column)?.[1] ?? []);
  const isDesign =
    letters.length > 1 && letters.every((letter, i) => letter === 'ABCDEFGHJKLMNOPQRSTUVWXYZ'[i]);
  if (!isDesign) return columns;
  const bare = columns.map((column) =>
    column.replace(factorMark, '').replace(/^Response \d+:?\s+(?=\S)/, ''),
  );
  return new Set(bare).size === bare.length ? bare : columns;
}

/** A name, with a word behind it where every object has a property of this name: `constructor`. */
export const ownName = (name: string): string => (name in Object.prototype ? `${name} (column)` : name);

/** A name that is not taken: the given one, or with a number behind it. */
export function freeName(
  name: string,
  taken: ReadonlySet<string>,
  numbered = (number: number) => `${name} (${number})`,
): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = numbered(number);
  return free;
}

/** A name that can be in an address and that no bookkeeping column has; `taken` names are avoided. */
export function usableName(name: string, taken: ReadonlySet<string>): string {
  const flat = name.includes('/') ? name.replaceAll(/\s*\/\s*/g, ' per ').trim() : name;
  const safe = flat === '' || flat === '.' || flat === '..' ? 'Column' : ownName(flat);
  return freeName(safe, taken, (number) => `${safe} ${number}`);
}

/** A name without case, blanks, signs between words and what nobody sees. */
export const looseName = (name: string): string =>
  visibleForm(visible(name).toLowerCase()).replace(/[\s_.-]+/g, '');
