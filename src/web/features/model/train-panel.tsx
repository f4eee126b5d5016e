import { kernelChoices, usualTransforms } from '../../../contract/families.ts';
import { calls } from '../../api/actions.ts';
import { useLive } from '../../api/live.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import type { Model, TrainRequest, TrainResponse } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { SelectField } from '../../components/field.tsx';
import { Bar, Panel } from '../../components/page-parts.tsx';
import { notify } from '../../components/toasts.tsx';
import { useJob } from '../../components/work.ts';
import { keepTrainingWarnings } from '../../domain/models/background-training.ts';
import { ModelBehind } from '../../domain/models/model-behind.tsx';
import { kernelWords } from '../../domain/models/model-words.ts';
import { show } from '../../text/format.ts';

interface Options {
  readonly backend: 'auto' | 'botorch' | 'sklearn';
  readonly kernel: string;
  readonly nu: string;
  readonly input: string;
  readonly output: string;
}

const standard: Options = { backend: 'auto', kernel: 'Matern', nu: '2.5', input: '', output: '' };

const smoothnessesOf = (kernel: string): readonly number[] =>
  kernelChoices.find(({ name }) => name === kernel)?.smoothness ?? [];
const transforms = {
  botorch: [
    ['', `default: ${usualTransforms.botorch.input}`],
    ['normalize', 'normalize'],
    ['standardize', 'standardize'],
    ['none', 'none'],
  ],
  sklearn: [
    ['', `default: ${usualTransforms.sklearn.input}`],
    ['minmax', 'min–max'],
    ['standard', 'standard'],
    ['robust', 'robust'],
    ['none', 'none'],
  ],
} as const;

function trainRequest(options: Options): TrainRequest {
  if (options.backend === 'auto') return { backend: 'auto' };
  const request: TrainRequest = { backend: options.backend, kernel: options.kernel };
  if (smoothnessesOf(options.kernel).length > 0) request.kernel_params = { nu: Number(options.nu) };
  if (options.input !== '') request.input_transform_type = options.input;
  if (options.output !== '') request.output_transform_type = options.output;
  return request;
}

const optionWords = ({ backend, kernel, nu }: Options): string =>
  backend === 'auto'
    ? 'automatic'
    : `${backend} recipe, ${kernelWords(kernel, { nu: Number(nu) }, backend)} covariance`;

function OptionFields(props: { options: Options; set: (change: Partial<Options>) => void }) {
  const { options, set } = props;
  const { backend } = options;
  return (
    <div className="fields">
      <SelectField
        label="Recipe"
        value={backend}
        onChange={(value) =>
          set({ backend: value as Options['backend'], kernel: 'Matern', input: '', output: '' })
        }
        options={[
          ['auto', 'auto: noise, form and relevance from the data'],
          ['botorch', 'botorch: scaled, noise learned'],
          ['sklearn', 'sklearn: unscaled, interpolates'],
        ]}
        hint="A set of modelling choices. All recipes run on the same engine."
      />
      {backend !== 'auto' && <FormFields options={options} backend={backend} set={set} />}
    </div>
  );
}

/** Covariance and scaling, for the recipes that leave them open. */
function FormFields(props: {
  options: Options;
  backend: 'botorch' | 'sklearn';
  set: (change: Partial<Options>) => void;
}) {
  const { options, backend, set } = props;
  const smoothnesses = smoothnessesOf(options.kernel);
  return (
    <>
      <SelectField
        label="Kernel"
        value={options.kernel}
        onChange={(kernel) => set({ kernel })}
        options={kernelChoices
          .filter(({ recipes }) => recipes.includes(backend))
          .map(({ name, label }) => [name, label])}
        hint="How fast the similarity of two points decreases with their distance."
      />
      {smoothnesses.length > 0 && (
        <SelectField
          label="Smoothness ν"
          value={options.nu}
          onChange={(nu) => set({ nu })}
          options={smoothnesses.map((nu, i) => [
            String(nu),
            i === 0 ? `${nu}: rough` : i === smoothnesses.length - 1 ? `${nu}: smooth` : String(nu),
          ])}
        />
      )}
      <SelectField
        label="Input scaling"
        value={options.input}
        onChange={(input) => set({ input })}
        options={transforms[backend]}
      />
      <SelectField
        label="Output scaling"
        value={options.output}
        onChange={(output) => set({ output })}
        options={
          backend === 'botorch'
            ? [
                ['', `default: ${usualTransforms.botorch.output}`],
                ['standardize', 'standardize'],
                ['none', 'none'],
              ]
            : transforms.sklearn
        }
      />
    </>
  );
}

/** Trains, with progress and a way to stop. */
function useTraining(id: string) {
  const { ask, ...work } = useJob<TrainResponse, null>(`train.${id}`, {
    onAnswer: (answer) => {
      invalidate(keyOf(id));
      keepTrainingWarnings(id, answer);
      notify(`Model trained in ${show(answer.training_time_s, 2)} s.`);
    },
  });
  return { ...work, train: (request: TrainRequest) => ask(calls.train(id, request), null) };
}

interface Props {
  id: string;
  model: Model;
  rows: number;
}

export function TrainPanel(props: Props) {
  const { id, model, rows } = props;
  const [options, setOptions] = useDraft<Options>(`train.${id}`, standard);
  const training = useTraining(id);
  const live = useLive();
  const fraction = live.progress.find((entry) => entry.fraction !== undefined)?.fraction;
  const request = trainRequest(options);
  return (
    <Panel
      changes="write"
      title={model.trained ? 'Training' : 'Train the first model'}
      actions={
        <>
          <CopyAs what="Train" call={() => calls.train(id, request)} />
          <button
            type="button"
            className="primary"
            disabled={training.busy || rows === 0}
            onClick={() => void training.train(request)}
          >
            {model.trained ? 'Train again' : 'Train model'}
          </button>
        </>
      }
    >
      {training.busy && <Bar label="Training" fraction={fraction} onCancel={training.cancel} />}
      {!model.trained && (
        <p className="note">
          Suggestions fit their own model. Train one here to see what the results say about the variables.
        </p>
      )}
      <ModelBehind id={id} />
      {!model.trained && rows === 0 && <p className="hint">There are no experiments to learn from yet.</p>}
      <details className="fold">
        <summary>Options: {optionWords(options)}</summary>
        <OptionFields options={options} set={(step) => setOptions((now) => ({ ...now, ...step }))} />
      </details>
    </Panel>
  );
}
