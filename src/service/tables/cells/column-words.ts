/** Words that begin so; `!` ends a whole word. They may stand on several lines. */
const word = (stems: string) => {
  const ends = stems.replaceAll(/\n\s*/g, '').replaceAll(/!(?=\||$)/g, '([^\\p{L}]|$)');
  return new RegExp(`(^|[^\\p{L}])(${ends})`, 'iu');
};

/** Results that no setting is named after, whatever the cells hold. */
const measured = String.raw`
  yield|ausbeute|rendement|conversion|conv!|umsatz|\p{L}*selectivity|selektivität|purity|reinheit|e\.?e\.?!|d\.?r\.?!|
  e\.?r\.?!|r\.?r\.?!|(?:e ?[/:] ?z|z ?[/:] ?e|syn ?[/:] ?anti|anti ?[/:] ?syn)!|result|ergebnis`;

/** What is measured of materials, cells, devices and models, by the names and symbols of their fields. */
const quantities = String.raw`
  a ?\d{3}([^\p{L}\d]|$)|\d{3} ?(?:/| per ) ?\d{3}([^\p{L}\d]|$)|z-?ave(?:rage)?!|p\.?d\.?i!|span!|zp!|zeta|
  d[xv]?[\s_]?\(?(?:0?\.)?(?:10|50|90)\)?([^\p{L}\d]|$)|d ?\[\d[,.] ?\d\]|[đð]!|dispersity|[vj](?:oc|sc)!|ff!|pce!|
  [ei]qe!|plqy|fwhm|conductivity|leitfähigkeit|resistivity|mobility|seebeck|zt!|κ!|
  (?:discharge|charge|specific)[\s_.-]*capacity|capacity[\s_.-]*retention|modulus|e-modul|strain (?:at|to)!|
  elongation|toughness|deflection|durchbiegung|max(?:imum|\.)?[\s_.-]*(?:load|force)|roughness|contact[\s_.-]*angle|
  transmittance|haze|gloss|glanz|voids?!|porosity|vcd!|viability|(?:viable|live|dead)!|
  total[\s_.-]*(?:cells?|objects?|events?)!|
  (?:cell|spot|particle|colony|object|event|bead|cumulative)[\s_.-]*counts?!|mfi!|lactate|c[tq]!|growth[\s_.-]*rate|
  binding|resolution|tailing|peak[\s_.-]*count|accuracy|eq?p ?\d+!|cross-?cut|gitterschnitt|(?:r?mse|mape?|mae)!|
  obj(?:[\s_.-]*\d*)$`;

/** What names of columns say, in the languages of the files that were seen. */
export const names = {
  id: /^(provenanceid|(.*[\s_.-])?(?:uu|gu|elab)?id|(?:.*[\s_.-])?id[\s_.-]?\d|trial[\s_]*(?:index|number)|arm[\s_]*name|standard[\s_]*run|no\.?|nr\.?|num|number|#|run|expt\.?|lauf|index|entry|name|versuch|försök|forsøk|forsøg|proef|prova|ensaio|experimento|esperimento|próba|doświadczenie|pokus|(?:(?:№|номер)[\s._-]*)?(?:опыта?|эксперимента?|образ(?:ец|ца)|проб[аы])|№|номер|deney|koe|kísérlet|번호|실험|시료|ansatz|lfd\.?|(lfd\.?|laufende)[\s._-]*(no\.?|nr\.?|nummer)|code|barcode|well|vial|vessel|cas|pattern|(n[°º][\s._-]*(d['’])?)?essai|ensayo|prueba|muestra|échantillon|n[°º]|num[ée]ro([\s._-]*d['’]essai)?|(std|standard|run|exp)[\s._-]*order|\p{L}*r(?:eihen)?folge|rep(?:l(?:icate)?)?s?\.?|replikat|wiederholung|répétition|(sample|order|auftrags?|run|lauf|rep(?:licate)?|exp|experiment|versuchs?|proben?|specimen|batch|fit|lot|charge|ansatz|test|injection|cas|cat\.?|catalog(?:ue)?)[\s._-]*(id|no\.?|nr\.?|num|number|#|name|code|label)|(sample|specimen|exp\.?|experiment|batch|lot|charge|probe|label|title|titel)|\p{L}{0,4}(番号|编号|編號|序号))$/iu,
  /** `WaferID`, `sampleId`. */
  joinedId: /\p{Ll}I[Dd]$/u,
  note: word(String.raw`
    remark|comment|note|bemerk|bemærk|anmärk|merknad|opmerking|osservazion|observaç|observacion|примеч|коммент|
    poznámk|megjegyz|huomau|비고|메모|uwagi|備考|备注|備註|anmerk|kommentar|notiz|observation|remarque|operator|bediener|
    chemists?!|analyst|technician|laborant|opérateur|operador|operatore|担当者|操作员|操作者|user|person|scientist|e-?mail|
    tags?!|created!|(?:last[\s_-]*)?modified!|project!|\p{L}+ed[\s_.-]by$|author|bearbeiter|instrument|file|links?!|
    url|date|datum|time ?stamp|zeitstempel|started|finished|status|supplier|lieferant|lab ?book|eln|
    (?:nb|note ?book)!|page!|body$|(?:pt|p(?:un)?kt|point|space|build|peak)[ -]?typ|(?:whole|sub|split)[\s_-]*plots?!|
    generation[\s_](?:node|method)|iteration!|priority!|cent(?:er|re) ?p(?:oin)?t|ze?n?tra?l ?p(?:un)?kt|pt ?central|ret(?:ention|\.)? ?time|rt!|incl(?:ude|uded)?!`),
  noise:
    /(^|[^\p{L}])(noise|variance|var(?![\s._]*\d)|varianz|std(?![\s._-]*(?:order|rp|\d))|sd|s\.d\.|stdev|std\.? ?dev|standard deviation|σ|sigma|rauschen|standardabweichung|err|error|se|s\.e\.|sem|standard error|standardfehler|uncertainty|unsicherheit|±)([^\p{L}]|$)/iu,
  /** A deviation, or a quantity with this symbol: a conductivity or a stress. */
  sigma: /^(?:σ|sigma)(?:_\S+)?$/iu,
  /** Standards of a calibration. */
  standard: /(?:^|[^\p{L}])(?:std|standard)\.?[\s_-]*(?:\d|conc|amount|area|add|sol|curve)/iu,
  /** What a noise is an error of, beside words that say how it was found: `dim` of `dim_error_um`. */
  errorOf:
    /^(?!(?:std|standard|measurement|experimental|analytical|instrument(?:al)?|abs(?:olute)?|rel(?:ative)?|mean|total|est(?:imated)?|random)[^\p{L}])(\p{L}{3,})[\p{L}\s_.-]*?[\s_.-]err(?:or)?(?:[^\p{L}]|$)/iu,
  isVariance: /(noise|varian|var([^\p{L}]|$)|²|\^2)/iu,
  output: word(String.raw`
    ${measured}|output|yld!|ausb!|conver[st]|(?<!(?:concentration|teneur|masse|quantité|taux|de|en) )sel!|selekt|
    response|target(?:[\s_.-]*(?:value|variable|property))?[\s_.-]*\d*$|outcome|read-?out|efficiency|productivity|
    recovery|titer|titre|activity|aktivität|assay|impurit|imp!|by-?product|nebenprodukt|viscosity|viskosität|strength|
    festigkeit|hardness|härte!|\p{L}+härte!|dureté|dureza|durezza|absorb(?:an[cz]|tion|ed)|extin[ck]tion|fluoresc|
    fluoresz|luminesc|lumineszenz|od[ _.-]?\d{3}|(?:rfu|rlu)!|utbyte|ut?dbytte|intensit|particle size|
    (?:mass|carbon|c)[\s_-]*balance|\p{L}*bilanz|${quantities}|p?[ie]c[\s_-]?50|cost|kosten|e-?factor|space.time|sty!|
    ton!|tof!|score|iy!|loss!|objective|measured|gemessen|zielgröße|rendimi?ento|resa!|pureza|pureté|sélectivité|
    selectividad|\p{L}*(?:[收収产得]率|[转転]化率|[纯純]度|[选選][择択][性率])|выход|конверси|селективност|wydajnoś|výtěž|verim!|hozam|
    saanto|isol(?:ated|iert|\.)|수율|전환율`),
  measured: word(measured),
  /** What is set for a measurement, or to change a result: `Binding buffer`, `Viscosity modifier`. */
  settingOf:
    /[^\p{L}](?:buffer|puffer|temp(?:erature|eratur)?\.?|time|zeit|ph|pressure|druck|speed|agents?|modifier|type|typ|method|medium|solution)$|^(?:inoculation|seeding|starting)[\s_.-]/iu,
  /** Two amounts of which one is over the other. */
  ratio: word(String.raw`ratio|verhältnis|relación|relation|rapport|rapporto|\p{L}*比`),
  mean: /^(?:mean|average|avg\.?|median|mittelwert|mittel|durchschnitt|moyenne|promedio|[xy]\u0304|ȳ)(?:[^\p{L}]|$)|^media(?:$|\s+(?:de|del|di)\s)/iu,
  /** `Mean yield`, a mean of what is beside it. */
  meanOf: /^(?:mean|average|avg\.?|mittlerer?)\s+(.+)$|^(.+?)[\s_.-]+(?:mean|average|avg)$/iu,
  /** Where a well is on its plate. */
  place: /^(?:well[\s_.-]*)?(?:row|col(?:umn|\.)?|zeile|reihe|spalte)$/iu,
  /** What a program for designs worked out of the results, or noted of its search. */
  fitted:
    /^(?:p?fits?_?\d*|[st]?resi?d?\d*|hi\d+|cook\d+|dfits?\d+)$|(?:^|[^\p{L}])(?:pred(?:icted|iction)?([^\p{L}]|$)|residuals?$|studentized|leverage|cook'?s|(?:lower|upper)[\s_.-]*(?:9\d|ci([^\p{L}]|$)|conf|pred))|9\d ?% ?[cp]i([^\p{L}]|$)|^[lu]cl$|^best[\s_-]?(?:so[\s_-]?far|f|y|value)(?:[^\p{L}]|$)|^(?:(?:overall|composite|total)[\s_-]*)?(?:desirability|rank(?:ing)?|rang)$|^acq(?:uisition)?[\s_-]?(?:f|value|function)|^(?:objective|evaluation|training|fit)[\s_.-]*(?:run)?time$/iu,
  /** What a model left of a result, or what is left of a substance. */
  residual: /(?:^|[^\p{L}])residuals?[^\p{L}]/iu,
  /** What a detector reads of a peak. */
  peak: /^(?:(?:peak|rel(?:ative)?\.?)[\s_.-]*)?(?:areas?|heights?|fläche|höhe|aire|hauteur)$/iu,
  /** The peak of one substance: `Area SM`, `Peak area product`, `LCAP dimer`, `P/IS`. */
  peakOf:
    /^(?:(?:peak|hplc|gc|uv|lc)[\s_.-]+)+areas?[\s_.-]+\S|^areas?[\s_.-]+(?!of |per |load|factor|code|densit|velocit|fraction|no\.?$|id$)\S{1,12}$|\S[\s_.-]+peak[\s_.-]*areas?$|(?:^|[^\p{L}])[lg]cap([^\p{L}]|$)|\S\s?(?:\/|:| per )\s?(?:is|istd|int(?:ernal|\.)?[\s_.-]*(?:std|standard)\.?)$/iu,
  /** Its share of all peaks, in %: `SM area`. */
  shareOf: /\S[\s_.-]+areas?$/iu,
  /** What a result is calculated from: `crude mass`, `m pure`. */
  weighed:
    /^(?:crude|isolated|recovered|actual|obtained|produ[ck]t)[\s_.-]*(?:mass|weight|wt\.?|amount)$|^(?:m|mass|weight)[\s_.-]*\(?(?:crude|pure|isolated|produ[ck]t|roh)\)?$/iu,
  /** The result that would be complete. */
  theoretical:
    /(?:^|[^\p{L}])theor(?:etical|et\.?|\.|etische[rs]?)?[\s_.-]+(?:yield|mass|weight|amount|ausbeute|masse)/iu,
  /** Repeats of one measurement side by side: `Rep 1`. */
  repeat: /^(?:rep(?:l(?:icate)?)?|replikat|wiederholung|measurement|messung|trial)[\s_.#-]*\d+$/iu,
  /** What became of each run: finished, failed. */
  state: /^(?:(?:run|trial)[\s_-]*)?(?:status|state)$/i,
  /** How many measurements a mean is of. */
  count: /^(?:n|n[\s_.-]?(?:rep(?:s|licates)?|obs|meas(?:urements)?))$/iu,
  order:
    /^pos(?:ition)?\.?$|(?:^|[^\p{L}])(?:order|sequence|seq|no|nr|num(?:ber)?|record|case|rp)\.?$|[#_]$/iu,
  /** Quantities that are set, whose steps may be 1, 2, 3. */
  quantity:
    /time|zeit|temps|days?$|tage?$|hours?$|dos(?:e|is|age)|temp|conc|konz|level|stufe|amount|menge|ratio|equiv|load|speed|flow|press|druck|count|size|area|fläche|length|thick|height|volum|layers?$|pass(?:es)?$|pulses?$|wash(?:es)?$|coats?$|cycles?$/i,
  retention: /^(?:r\.?t\.?|r\.[\s_]?time|ret(?:ention|\.)?[\s_.-]*time|retentionszeit|temps de rétention)$/iu,
  /** What a chromatograph works out of a peak. */
  amount: /^(?:amount|conc(?:entration|\.)?|menge|gehalt|konz(?:entration|\.)?)$/iu,
  /** What came out of a reaction; in %, a share of the mixture. */
  product:
    /^(?:(?:des(?:ired|\.)?|ziel|target|main|haupt|neben|side|by)?[\s_.-]*(?:prod(?:\.|uct|ukt|uit|otto|ucto)?)|np|dimer|trimer)[\s_.-]*\d*$/iu,
  /** What went in, of which a share may be left. */
  startingMaterial:
    /^(?:(?:rest|remaining|unreacted|residual)[\s_.-]*)?(?:edukt|educt|s\.?m\.?|starting[\s_.-]*material|ausgangs(?:stoff|material))[\s_.-]*\d*$/iu,
  /** What a report has beside the times of its peaks. */
  peakDetail:
    /^(?:peak[\s_.-]*(?:name|type|#)|[if]\.[\s_]?time|a\/h|mark|rel(?:ative|\.)?[\s_.-]*(?:area|height))$/iu,
  time: /^(?:time|zeit)$/iu,
  well: /^(?:well|vial|kavität)(?:[\s_.-]*(?:id|no\.?|name|pos(?:ition)?s?))?$/iu,
  /** `600`, `Blank 600`, `485,528`; Magellan calls readings `Label1`. */
  wavelength:
    /^(?:(?:blank|abs(?:orbance)?|raw|lum|fl)[\s_.-]*)?(?:[2-9]\d{2}|1[01]\d{2})(?:[\s,/;_-]+(?:[2-9]\d{2}|1[01]\d{2}))?$|^label ?\d+$/iu,
  response: /^y[\d_ ]*$/i,
  /** Amounts per amount of gas or product: `X_CO2` and `S_MeOH`, and averages of molar masses, over their units. */
  share: /^[XSY][_ ]\S+$/,
  molarMass: /^M[_ ]?[nwpz]$/,
  /** Temperatures without a number. */
  temperature:
    /^(?:r\.?t\.?|room temp(?:erature|\.)?|ambient|reflux|raumtemp(?:eratur|\.)?|rückfluss|t\.?a\.?)$/iu,
  calendar: word(`day!|tag!|jour!|when!`),
  day: /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:[T ][\d:.]+Z?)?$/,
  /** A deviation relative to the result. */
  relative: /(?:^|[^\p{L}])(?:r\.?s\.?d\.?|% ?cv|cv ?%)$/iu,
  bracketed: /\bin brackets$/,
  /** Columns without a name, as programs and this reader call them. */
  unnamed: /^(?:column \d+|unnamed: \d+)$/i,
  /** What comes in kinds, even where the kinds are numbered. */
  kinds: word(`
    catalyst|katalysator|catalyseur|ligand|solvent|lösungsmittel|solvant|base!|additiv|reactor|reaktor|supplier|plate|
    operator`),
};

/** Units of detectors, and the share of all peaks. */
const detected = /^(?:%|[mµμ]?AU|counts?|[mµμ]V|pA|nA|RIU|nRIU|LU)(?:[\s*·.]*(?:s|sec|min))?$/;
const shareOfPeaks = /^(?:area[\s.-]?%|a%|Fl\.?-?%)$/i;

/** Whether a table is a report of peaks: a retention time beside an area or a height, or a time beside both and details of peaks. */
export function isPeakReport(columns: readonly string[]): boolean {
  const has = (pattern: RegExp) => columns.some((name) => pattern.test(name));
  const peaks = columns.filter((name) => names.peak.test(name) && !names.peakDetail.test(name));
  return (
    (has(names.retention) && has(names.peak)) ||
    (has(names.time) && has(names.peakDetail) && peaks.length > 1)
  );
}

/** Whether a column is a reading of a detector, and so nothing that was set. */
export const isPeak = (name: string, unit: string | null, inReport: boolean): boolean =>
  (names.peak.test(name) && (inReport || (unit !== null && detected.test(unit)))) ||
  (names.peakOf.test(name) && (unit === null || detected.test(unit))) ||
  (unit === '%' && names.shareOf.test(name)) ||
  (unit !== null && shareOfPeaks.test(unit)) ||
  (inReport && names.amount.test(name));

/** Whether a name is one that results have. */
export const namesResult = (name: string): boolean =>
  names.response.test(name) ||
  (names.output.test(name) && (names.measured.test(name) || !names.settingOf.test(name)));

/** `Run 1`, `Run 2`, …: texts that differ in a number alone. */
export function areNumbered(texts: readonly string[]): boolean {
  const stems = new Set(texts.map((text) => /^(.*?\D)\d+$/.exec(text.trim())?.[1]));
  return (
    texts.length > 1 && new Set(texts).size === texts.length && stems.size === 1 && !stems.has(undefined)
  );
}
