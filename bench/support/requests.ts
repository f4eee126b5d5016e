/** Requests that benchmarks over HTTP time, below the address of a session. */
export const requests = {
  train: { title: 'train', path: '/model/train', body: { backend: 'botorch' } },
  LogEI: {
    title: 'LogEI, one run',
    path: '/acquisition/suggest',
    body: { strategy: 'LogEI', goal: 'maximize' },
  },
  qEI: {
    title: 'qEI, four runs',
    path: '/acquisition/suggest',
    body: { strategy: 'qEI', n_suggestions: 4, goal: 'maximize' },
  },
  auto: {
    title: "'auto', one run",
    path: '/acquisition/suggest',
    body: { strategy: 'auto', goal: 'maximize' },
  },
} as const;
