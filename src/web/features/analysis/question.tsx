import type { AnalyseDesignRequest } from '../../../contract/designs/design-quality.ts';
import { blockColumn } from '../../../contract/experiments/bookkeeping.ts';
import type { Variable } from '../../api/types.ts';
import { ChipsField, SelectField } from '../../components/field.tsx';
import { useQuery } from '../../components/route.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { transformations } from './analysis.ts';

type ModelType = 'recommended' | 'largest' | 'linear' | 'interaction' | 'quadratic' | 'own';

const modelTypes: readonly (readonly [ModelType, string])[] = [
  ['recommended', 'Recommended'],
  ['linear', 'Main effects'],
  ['interaction', 'Main effects + interactions'],
  ['quadratic', 'Full quadratic, with curvature'],
  ['largest', 'Largest model that these runs can estimate'],
  ['own', 'Terms of my own'],
];

/** That the runs are analysed without blocks; no column has this name. */
const noBlocks = ' ';

/**
 * What is asked for, kept in the address.
 *
 * @param blocks columns whose values may be blocks; that of a design in blocks is selected automatically
 */
export function useQuestion(objectives: readonly Objective[], blocks: readonly string[]) {
  const [model, setModel] = useQuery('terms', 'recommended');
  const [typed, setTyped] = useQuery('effects', '');
  const [target, setTarget] = useQuery('target', objectives[0]?.name ?? '');
  const [confidence, setConfidence] = useQuery('confidence', '95');
  const [asked, setBlock] = useQuery('block', blocks.includes(blockColumn) ? blockColumn : noBlocks);
  const [lambda, setLambda] = useQuery('lambda', '1');
  const block = blocks.includes(asked) ? asked : noBlocks;
  const effects = typed === '' ? [] : typed.split('\n');
  const objective = objectives.find((one) => one.name === target) ?? (objectives[0] as Objective);
  const body: AnalyseDesignRequest = {
    ...(model === 'own' ? { effects } : { model_type: model as Exclude<ModelType, 'own'> }),
    target: objective.name,
    ...(block === noBlocks ? {} : { block }),
    confidence: Number(confidence) / 100,
    ...(lambda === '1' ? {} : { box_cox_lambda: Number(lambda) }),
  };
  return {
    body,
    objective,
    model,
    setModel,
    effects,
    setEffects: (list: readonly string[]): void => setTyped(list.join('\n')),
    setTarget,
    block,
    setBlock,
    confidence,
    setConfidence,
    lambda,
    setLambda,
    ready: model !== 'own' || effects.length > 0,
  };
}

type Question = ReturnType<typeof useQuestion>;

function TransformationField({ question }: { question: Question }) {
  return (
    <SelectField
      label="Transformation"
      value={question.lambda}
      onChange={question.setLambda}
      options={transformations}
      hint="Of the results, all of which must be positive."
      narrow
    />
  );
}

export function QuestionFields(props: {
  question: Question;
  objectives: readonly Objective[];
  variables: readonly Variable[];
  /** Columns whose values may be blocks. */
  blocks: readonly string[];
}) {
  const { question, objectives, variables, blocks } = props;
  const [first = 'a', second = 'b'] = variables.map((one) => one.name);
  return (
    <div className="fields">
      {objectives.length > 1 && (
        <SelectField
          label="Objective"
          value={question.objective.name}
          onChange={question.setTarget}
          options={objectives.map((one) => [one.name, one.label] as const)}
          narrow
        />
      )}
      <SelectField label="Terms" value={question.model} onChange={question.setModel} options={modelTypes} />
      {question.model === 'own' && (
        <ChipsField
          label="Terms of my own"
          values={question.effects}
          onChange={question.setEffects}
          placeholder={`${first}*${second}, then Enter`}
          hint={`Like ${first}, ${first}*${second} and ${first}**2; press Enter after each.`}
          error={question.ready ? undefined : 'name a term'}
        />
      )}
      {blocks.length > 0 && (
        <SelectField
          label="Blocks"
          value={question.block}
          onChange={question.setBlock}
          options={[[noBlocks, 'none'], ...blocks.map((name) => [name, name] as const)]}
          hint="Days or batches. Each gets its own effect."
          narrow
        />
      )}
      <SelectField
        label="Confidence level"
        value={question.confidence}
        onChange={question.setConfidence}
        options={[
          ['90', '90 %'],
          ['95', '95 %'],
          ['99', '99 %'],
        ]}
        narrow
      />
      <TransformationField question={question} />
    </div>
  );
}
