import { useState } from 'react';
import { send } from '../../api/http.ts';
import { invalidate } from '../../api/queries.ts';
import { useVariables } from '../../api/session.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDebounced, useDraft, writeDrafts } from '../../components/draft.ts';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { Bar, Empty, Heading, Panel, waiting } from '../../components/page-parts.tsx';
import { go, link } from '../../components/route.ts';
import { attempt, notify } from '../../components/toasts.tsx';
import { useJob } from '../../components/work.ts';
import {
  type Advice,
  askCall,
  type Outcome,
  type Question,
  saveConfigCall,
  useAssistantConfig,
  useAssistantOn,
  useOllamaModels,
} from '../../domain/assistant.ts';
import { type DesignTerms, designDraft } from '../../domain/designs/design-draft.ts';
import { NeedsVariables } from '../../domain/guidance/needs-variables.tsx';
import { AdvicePanel } from './advice-panel.tsx';

const standard: Question = { provider: 'ollama', model: '', address: '', context: '' };
const addresses = { ollama: 'http://localhost:11434', openai: 'https://api.openai.com/v1' } as const;

interface QuestionProps {
  question: Question;
  set: (step: Partial<Question>) => void;
}

/** Which model answers: one of those that the server at the address has, or a name. */
function ModelField({ question, set }: QuestionProps) {
  const address = useDebounced(question.address);
  const models = useOllamaModels(question.provider === 'ollama' ? address : undefined);
  const known = models.data?.models ?? [];
  const common = {
    label: 'Model',
    value: question.model,
    onChange: (model: string) => set({ model }),
  };
  if (known.length > 0)
    return (
      <SelectField
        {...common}
        options={known.includes(question.model) ? known : [['', 'choose…'] as const, ...known]}
      />
    );
  return (
    <TextField
      {...common}
      placeholder={question.provider === 'ollama' ? 'llama3' : 'gpt-4o'}
      hint={models.data?.error ? `Models cannot be listed: ${models.data.error}` : undefined}
    />
  );
}

/** Keeps provider, address and key on the server. @returns whether it did */
async function saveSettings(question: Question, key: string): Promise<boolean> {
  const done = await attempt(async () => {
    await send(saveConfigCall(question, key));
    return true;
  });
  if (!done) return false;
  invalidate(['llm', 'config']);
  notify('Settings of the assistant saved.');
  return true;
}

function ProviderFields({ question, set }: QuestionProps) {
  const config = useAssistantConfig();
  const [key, setKey] = useState('');
  const stored = config.data?.[question.provider];
  const save = async (): Promise<void> => {
    if (await saveSettings(question, key)) setKey('');
  };
  return (
    <>
      <div className="fields">
        <SelectField
          label="Provider"
          value={question.provider}
          onChange={(provider) => set({ provider: provider === 'openai' ? 'openai' : 'ollama', model: '' })}
          options={[
            ['ollama', 'Ollama, on your own machine'],
            ['openai', 'OpenAI or a compatible server'],
          ]}
        />
        <ModelField question={question} set={set} />
        <TextField
          label="Address"
          value={question.address}
          onChange={(address) => set({ address })}
          placeholder={addresses[question.provider]}
        />
        {question.provider === 'openai' && (
          <TextField
            label="Key"
            value={key}
            onChange={setKey}
            secret
            placeholder={stored?.['has_api_key'] ? String(stored['api_key']) : 'sk-…'}
            hint="Stored on the server only, never in this browser."
          />
        )}
      </div>
      <div className="row">
        <button type="button" onClick={() => void save()}>
          Save these settings
        </button>
        <CopyAs what="Save assistant settings" call={() => saveConfigCall(question, key === '' ? '' : '…')} />
      </div>
    </>
  );
}

const adviceDraft = (id: string): string => `advice.${id}`;

/** Asks, and keeps the answer across pages. */
const useAsk = (id: string) =>
  useJob<Outcome, null>(`assistant.${id}`, {
    onAnswer: ({ message, result }) => {
      if (!result) throw new Error(message);
      writeDrafts<Advice>([[adviceDraft(id), result]]);
    },
  });

function QuestionPanel({ id, question, set }: QuestionProps & { id: string }) {
  const { busy, ask, cancel } = useAsk(id);
  const empty = question.model.trim() === '' || question.context.trim() === '';
  // Decided once: it must not fold while a name is being typed.
  const [isOpen] = useState(question.model === '');
  return (
    <Panel
      title="Describe your system"
      actions={
        <>
          <CopyAs what="Ask" call={() => askCall(id, question)} />
          <button
            type="button"
            className="primary"
            disabled={busy || empty}
            onClick={() => void ask(askCall(id, question), null)}
          >
            Ask
          </button>
        </>
      }
    >
      <TextArea
        label="What you make, from what, and what you measure"
        value={question.context}
        onChange={(context) => set({ context })}
        placeholder="Suzuki coupling of an aryl bromide in water and THF; yield by HPLC…"
        hint="Sent to the model with the names, units and ranges of the variables. Results are not sent."
      />
      <details className="fold" open={isOpen}>
        <summary>Model: {question.model === '' ? 'none chosen' : question.model}</summary>
        <ProviderFields question={question} set={set} />
      </details>
      {busy && <Bar label={`Asking ${question.model}`} fraction={undefined} onCancel={cancel} />}
    </Panel>
  );
}

function Asking({ id }: { id: string }) {
  const [question, setQuestion] = useDraft<Question>(`assistant.${id}`, standard);
  const [advice, , forget] = useDraft<Advice | null>(adviceDraft(id), null);
  const [, setDesign] = useDraft<Partial<DesignTerms>>(designDraft(id), {});
  const use = (effects: readonly string[]): void => {
    setDesign((now) => ({ ...now, model: 'effects', effects }));
    notify('Terms added. Check the number of runs, then make the design.');
    setTimeout(() => go(link(id, 'designs', { kind: 'optimal' })));
  };
  return (
    <>
      <QuestionPanel
        id={id}
        question={question}
        set={(step) => setQuestion((now) => ({ ...now, ...step }))}
      />
      {advice && <AdvicePanel advice={advice} onUse={use} onClear={forget} />}
    </>
  );
}

export function AssistantPage({ id }: { id: string }) {
  const on = useAssistantOn();
  const variables = useVariables(id);
  const missing = waiting(variables);
  if (missing || on === undefined) return missing;
  return (
    <>
      <Heading title="Assistant">
        A language model names effects that may matter. You decide which of them a design should estimate.
      </Heading>
      {!on ? (
        <Empty
          title="This server has no assistant"
          actions={
            <a className="button primary" href={link(id, 'designs', { kind: 'optimal' })}>
              Choose terms yourself
            </a>
          }
        >
          <p>
            It is off by default. Start the server with <code>ASSISTANT=on</code> to ask a language model of
            your choice, on your own machine with Ollama or at a provider.
          </p>
          <p>Designs, models and suggestions do not need it.</p>
        </Empty>
      ) : (variables.data ?? []).length === 0 ? (
        <NeedsVariables id={id} what="Effects need" />
      ) : (
        <Asking id={id} />
      )}
    </>
  );
}
