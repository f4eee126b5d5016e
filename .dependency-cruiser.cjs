/**
 * Who may import whom. One line per room; each rule says why, as that is what the reader will see.
 * The order inside `engine` is the one of docs/architecture.md.
 */
const wall = (room, allowed, comment) => ({
  name: `wall-${room.replaceAll('/', '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [`^src/${room}/`, ...allowed.map((name) => `^src/${name}`)] },
});

const only = (room, packages, comment) => ({
  name: `packages-${room.replaceAll('/', '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'],
    pathNot: packages.map((name) => `(^|node_modules/)${name}`),
  },
});

const web = ['text', 'api', 'components', 'plots', 'domain', 'features', 'app'];
/** Root files of `service`: what each may import of ours. A file that is not here may import nothing. */
const serviceRoot = {
  'candidate-columns': ['contract', 'engine/errors'],
  config: [
    'contract/accounts',
    'service/assistant/addresses',
    'service/auth',
    'service/jobs/messages',
    'service/limits',
  ],
  limits: [
    'engine/gp/model',
    'engine/gp/sparse',
    'engine/gp/task',
    'service/errors',
    'service/session/state',
  ],
  errors: ['engine/errors'],
  imports: [
    'contract',
    'engine/errors',
    'service/errors',
    'service/limits',
    'service/repository',
    'service/session',
    'service/sessions',
    'service/store/store',
    'service/tables',
    'service/terms',
  ],
  'async-jobs': ['contract', 'service/errors', 'service/store/store', 'service/terms'],
  executor: ['engine/errors', 'service/jobs', 'service/publisher', 'service/terms'],
  'lazy-pool': ['service/config', 'service/jobs'],
  'learning-curve': ['contract', 'engine/errors', 'service/jobs', 'service/session'],
  summaries: [
    'contract',
    'service/repository',
    'service/run-edits',
    'service/session',
    'service/slices',
    'service/store/store',
  ],
  leases: ['contract', 'service/session', 'service/sessions', 'service/terms'],
  'open-sessions': ['contract', 'service/session/state'],
  publisher: ['contract'],
  'queued-pool': [
    'engine/errors',
    'service/errors',
    'service/jobs',
    'service/lazy-pool',
    'service/store/job-queue',
  ],
  worker: ['engine/errors', 'service/jobs', 'service/release', 'service/store/job-queue'],
  'read-terms': [],
  'shared-publisher': ['contract', 'service/publisher', 'service/store/store'],
  recovery: [
    'contract',
    'service/errors',
    'service/repository',
    'service/session',
    'service/sessions',
    'service/terms',
  ],
  release: [],
  repository: [
    'contract',
    'service/errors',
    'service/open-sessions',
    'service/publisher',
    'service/read-terms',
    'service/run-edits',
    'service/session',
    'service/store/store',
    'service/terms',
  ],
  'run-edits': [
    'contract',
    'service/errors',
    'service/open-sessions',
    'service/session',
    'service/slices',
    'service/terms',
  ],
  serve: ['service'],
  sessions: [
    'contract',
    'engine/errors',
    'service/errors',
    'service/executor',
    'service/jobs',
    'service/learning-curve',
    'service/limits',
    'service/open-sessions',
    'service/publisher',
    'service/repository',
    'service/run-edits',
    'service/session',
    'service/shared-publisher',
    'service/slices',
    'service/store/store',
    'service/terms',
    'service/summaries',
  ],
  terms: ['service/session/replies', 'service/session/stored-reply'],
  slices: ['service/session/slices'],
};

const engine = ['errors', 'linalg', 'compute', 'tensor', 'random', 'optim', 'space', 'gp', 'acquisition'];
const upTo = (name) => engine.slice(0, engine.indexOf(name)).map((room) => `engine/${room}`);

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'a cycle is one idea in two files',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    wall('contract', [], 'words on the wire know nothing of who speaks them'),
    only('contract', ['typebox'], 'contract is TypeBox schemas only'),
    wall('engine', [], 'numbers in, numbers out'),
    only(
      'engine',
      ['seedrandom', 'yalps'],
      'the engine runs anywhere: no Node modules; an LP solver and a generator are its only packages',
    ),
    ...['linalg', 'compute', 'tensor', 'random', 'optim', 'space', 'gp', 'acquisition'].map((name) =>
      wall(
        `engine/${name}`,
        [
          ...upTo(name),
          'engine/run-context',
          'engine/parameter',
          'engine/nearest-name',
          ...(name === 'acquisition' ? ['engine/cost'] : []),
        ],
        `engine/${name} uses only what stands left of it; acquisition weighs costs too`,
      ),
    ),
    wall(
      'engine/campaign',
      [...engine.map((room) => `engine/${room}`), 'engine/run-context', 'engine/cost'],
      'a campaign decides over searches; nothing in the engine decides over it',
    ),
    wall(
      'engine/design',
      [
        'engine/errors',
        'engine/parameter',
        'engine/run-context',
        'engine/linalg',
        'engine/compute',
        'engine/tensor',
        'engine/random',
        'engine/optim',
        'engine/space',
        'engine/cost',
      ],
      'designs stop at space',
    ),
    wall(
      'engine/reference',
      ['engine/errors', 'engine/compute', 'engine/tensor', 'engine/gp/covariance'],
      'definitions are tensors and covariances: no formula of the fast engine judges itself',
    ),
    wall('engine/diagnostics', ['engine/errors', 'engine/random'], 'diagnostics use random'),
    wall('engine/cost', ['engine/errors'], 'cost uses errors'),
    wall(
      'service/session',
      ['contract', 'engine', 'service/candidate-columns', 'service/errors', 'service/release'],
      'session is pure state and rules: no files, threads or HTTP',
    ),
    wall(
      'service/store',
      [
        'contract',
        'service/session/document',
        'service/session/migrations',
        'service/errors',
        'service/release',
      ],
      'a store keeps documents',
    ),
    wall(
      'service/tables',
      ['contract', 'engine/errors', 'service/candidate-columns', 'service/jobs/errors', 'assets'],
      'reading files knows nothing of how sessions keep them',
    ),
    wall(
      'service/auth',
      ['contract', 'service/errors', 'service/store/disk', 'service/store/atomic-write'],
      'who may come in knows nothing of what they do',
    ),
    wall('service/jobs', ['engine', 'service/errors', 'assets'], 'jobs run engine tasks'),
    wall(
      'service/assistant',
      [
        'contract',
        'engine/design',
        'service/auth/secrets',
        'service/errors',
        'service/session',
        'service/store/disk',
        'service/store/atomic-write',
      ],
      'optional calls',
    ),
    ...Object.entries(serviceRoot).map(([file, allowed]) => ({
      name: `wall-service-${file}`,
      comment:
        'a root file of service has one task; `serviceRoot` in .dependency-cruiser.cjs says what it needs',
      severity: 'error',
      from: { path: `^src/service/${file}\\.ts$` },
      to: { path: '^src/', pathNot: allowed.map((name) => `^src/${name}`) },
    })),
    {
      name: 'wall-service-root',
      comment: 'a root file of service without a wall of its own: give it a line in `serviceRoot`',
      severity: 'error',
      from: {
        path: '^src/service/[^/]+$',
        pathNot: Object.keys(serviceRoot).map((file) => `^src/service/${file}\\.ts$`),
      },
      to: { path: '^src/' },
    },
    wall(
      'service/http',
      ['service', 'contract', 'assets'],
      'routes hold no numbers: the engine is reached through sessions',
    ),
    wall('client', [], 'the client talks HTTP'),
    wall(
      'cli',
      ['contract', 'service', 'client', 'demo', 'assets', 'optional-packages'],
      'commands call the service or its clients; they compute nothing',
    ),
    wall('web', ['contract', 'client', 'demo/data'], 'the browser talks HTTP; the example data is data'),
    ...web.map((room) =>
      wall(
        `web/${room}`,
        [...web.slice(0, web.indexOf(room)).map((name) => `web/${name}`), 'contract', 'client', 'demo/data'],
        `web/${room} uses only what stands left of it: ${web.join(' → ')}`,
      ),
    ),
    {
      name: 'wall-web-features',
      comment: 'a page knows nothing of other pages; what two of them share is in web/domain',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'no-cycles-web',
      comment: 'a cycle of types is a cycle',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { circular: true },
    },
    {
      name: 'src-not-test',
      comment: 'the product does not need its tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.d.ts', '.js'] },
  },
};
