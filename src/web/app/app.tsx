import { useEffect } from 'react';
import { follow } from '../api/live.ts';
import { AnalysisPage } from '../features/analysis/analysis-page.tsx';
import { AssistantPage } from '../features/assistant/assistant-page.tsx';
import { BenchPage } from '../features/bench/bench-page.tsx';
import { CostsPage } from '../features/costs/costs-page.tsx';
import { DesignsPage } from '../features/designs/designs-page.tsx';
import { ExperimentsPage } from '../features/experiments/experiments-page.tsx';
import { HistoryPage } from '../features/history/history-page.tsx';
import { ModelPage } from '../features/model/model-page.tsx';
import { MonitorPage } from '../features/monitor/monitor-page.tsx';
import { OverviewPage } from '../features/overview/overview-page.tsx';
import { ProgressPage } from '../features/progress/progress-page.tsx';
import { QueuePage } from '../features/queue/queue-page.tsx';
import { SessionsPage } from '../features/sessions/sessions-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { SuggestPage } from '../features/suggest/suggest-page.tsx';
import { VariablesPage } from '../features/variables/variables-page.tsx';
import { Boundary } from './boundary.tsx';
import { CommandPalette } from './commands.tsx';
import { Layout } from './layout.tsx';
import { useRoute } from './route.ts';
import { Toasts } from './toasts.tsx';
import { views } from './views.ts';

const pages: Record<string, (props: { id: string }) => React.ReactNode> = {
  overview: OverviewPage,
  variables: VariablesPage,
  designs: DesignsPage,
  assistant: AssistantPage,
  suggest: SuggestPage,
  queue: QueuePage,
  experiments: ExperimentsPage,
  model: ModelPage,
  analysis: AnalysisPage,
  progress: ProgressPage,
  costs: CostsPage,
  history: HistoryPage,
  settings: SettingsPage,
  bench: BenchPage,
  monitor: MonitorPage,
};

/** Views that fill the screen and bring no menus. */
const bare = new Set(['monitor', 'bench']);

export function App() {
  const route = useRoute();
  useEffect(() => follow(route.session), [route.session]);
  const label = views.find((entry) => entry.view === route.view)?.label ?? route.view;
  useEffect(() => {
    document.title = route.session === undefined ? 'Athanor' : `${label} · Athanor`;
  }, [route.session, label]);
  useEffect(() => {
    if (performance.getEntriesByName('interactive').length === 0) performance.mark('interactive');
  }, []);
  const Page = pages[route.view];
  const content =
    route.session === undefined ? (
      <SessionsPage />
    ) : Page ? (
      <Page key={route.session} id={route.session} />
    ) : (
      <p className="note bad">There is no page named “{route.view}”. Choose one from the menu.</p>
    );
  return (
    <>
      {bare.has(route.view) ? (
        <main className={route.view}>
          <Boundary key={route.view}>{content}</Boundary>
        </main>
      ) : (
        <Layout route={route}>
          <Boundary key={`${route.session}/${route.view}`}>{content}</Boundary>
        </Layout>
      )}
      <CommandPalette route={route} />
      <Toasts />
    </>
  );
}
