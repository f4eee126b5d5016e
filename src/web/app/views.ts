/** Views of a session in the order of the work: name in the address, label, group, and what it is for. */
export const views = [
  { view: 'overview', label: 'Overview', group: '', about: 'Where the campaign stands and what to do next' },
  { view: 'variables', label: 'Variables', group: 'Plan', about: 'Variables, units, ranges and constraints' },
  { view: 'designs', label: 'Designs', group: 'Plan', about: 'Initial, optimal and split-plot designs' },
  {
    view: 'assistant',
    label: 'Assistant',
    group: 'Plan',
    about: 'Ask a language model which effects may matter',
  },
  { view: 'suggest', label: 'Suggest', group: 'Plan', about: 'Let the model propose the next experiments' },
  { view: 'queue', label: 'Queue', group: 'Run', about: 'Staged experiments: run and complete them' },
  { view: 'experiments', label: 'Experiments', group: 'Run', about: 'The table of results' },
  { view: 'model', label: 'Model', group: 'Learn', about: 'Train, check and explore the model' },
  {
    view: 'analysis',
    label: 'Analysis',
    group: 'Learn',
    about: 'Effects, ANOVA and surface by least squares',
  },
  {
    view: 'progress',
    label: 'Progress',
    group: 'Learn',
    about: 'Best so far, what is left to gain, and trade-offs',
  },
  { view: 'costs', label: 'Costs', group: 'Learn', about: 'What an experiment costs' },
  {
    view: 'history',
    label: 'History',
    group: 'Record',
    about: 'Who changed what and when, and earlier states',
  },
  {
    view: 'settings',
    label: 'Settings',
    group: 'Record',
    about: 'Names, people, safety limits, files, deletion',
  },
] as const;

export type View = (typeof views)[number]['view'];

export const groups = ['', 'Plan', 'Run', 'Learn', 'Record'] as const;
