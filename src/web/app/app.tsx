import { Suspense, useEffect, useRef } from 'react';
import { follow } from '../api/live.ts';
import { focusContent, keepFocus } from '../components/focus-kept.ts';
import { lazyPart } from '../components/lazy-part.ts';
import { RefusalsHere } from '../components/permission-fieldset.tsx';
import { type Route, useRoute } from '../components/route.ts';
import { Toasts } from '../components/toasts.tsx';
import { useSignedOut } from '../domain/account/account.ts';
import { useRefusals } from '../domain/account/refusals.ts';
import { Boundary } from './boundary.tsx';
import { Commands } from './commands.tsx';
import { Existing } from './gone.tsx';
import { Layout } from './layout.tsx';
import { type View, views } from './views.ts';

type Page = React.LazyExoticComponent<(props: { id: string }) => React.ReactNode>;

/** Every view is a chunk of its own, loaded when it is first opened. */
const pages: Record<View | 'bench' | 'monitor', Page> = {
  overview: lazyPart(() =>
    import('../features/overview/overview-page.tsx').then((part) => ({ default: part.OverviewPage })),
  ),
  variables: lazyPart(() =>
    import('../features/variables/variables-page.tsx').then((part) => ({ default: part.VariablesPage })),
  ),
  designs: lazyPart(() =>
    import('../features/designs/designs-page.tsx').then((part) => ({ default: part.DesignsPage })),
  ),
  assistant: lazyPart(() =>
    import('../features/assistant/assistant-page.tsx').then((part) => ({ default: part.AssistantPage })),
  ),
  suggest: lazyPart(() =>
    import('../features/suggest/suggest-page.tsx').then((part) => ({ default: part.SuggestPage })),
  ),
  queue: lazyPart(() =>
    import('../features/queue/queue-page.tsx').then((part) => ({ default: part.QueuePage })),
  ),
  experiments: lazyPart(() =>
    import('../features/experiments/experiments-page.tsx').then((part) => ({
      default: part.ExperimentsPage,
    })),
  ),
  model: lazyPart(() =>
    import('../features/model/model-page.tsx').then((part) => ({ default: part.ModelPage })),
  ),
  analysis: lazyPart(() =>
    import('../features/analysis/analysis-page.tsx').then((part) => ({ default: part.AnalysisPage })),
  ),
  progress: lazyPart(() =>
    import('../features/progress/progress-page.tsx').then((part) => ({ default: part.ProgressPage })),
  ),
  costs: lazyPart(() =>
    import('../features/costs/costs-page.tsx').then((part) => ({ default: part.CostsPage })),
  ),
  history: lazyPart(() =>
    import('../features/history/history-page.tsx').then((part) => ({ default: part.HistoryPage })),
  ),
  settings: lazyPart(() =>
    import('../features/settings/settings-page.tsx').then((part) => ({ default: part.SettingsPage })),
  ),
  bench: lazyPart(() =>
    import('../features/bench/bench-page.tsx').then((part) => ({ default: part.BenchPage })),
  ),
  monitor: lazyPart(() =>
    import('../features/monitor/monitor-page.tsx').then((part) => ({ default: part.MonitorPage })),
  ),
};
const SessionsPage = lazyPart(() =>
  import('../features/sessions/sessions-page.tsx').then((part) => ({ default: part.SessionsPage })),
);

const GlossaryPage = lazyPart(() =>
  import('../features/glossary/glossary-page.tsx').then((part) => ({ default: part.GlossaryPage })),
);

const KeysPage = lazyPart(() =>
  import('../features/account/keys-page.tsx').then((part) => ({ default: part.KeysPage })),
);

const SignInPage = lazyPart(() =>
  import('../features/account/sign-in-page.tsx').then((part) => ({ default: part.SignInPage })),
);

/** Pages that are about no session. */
const outside: Record<string, React.LazyExoticComponent<() => React.ReactNode>> = {
  glossary: GlossaryPage,
  keys: KeysPage,
  'sign-in': SignInPage,
  sessions: SessionsPage,
};

/** Stands in the place of every page until it is known who is here. */
const signIn: Route = { session: undefined, view: 'sign-in', query: {} };

/** Views that fill the screen and bring no menus. */
const bare = new Set(['monitor', 'bench']);

export function App() {
  const asked = useRoute();
  const route = useSignedOut() ? signIn : asked;
  useEffect(() => follow(route.session), [route.session]);
  const refusals = useRefusals(route.session);
  const label = views.find((entry) => entry.view === route.view)?.label ?? route.view;
  const name = route.session !== undefined ? label : route.view === 'glossary' ? 'Glossary' : '';
  useEffect(() => {
    document.title = name === '' ? 'Athanor' : `${name} · Athanor`;
  }, [name]);
  useEffect(keepFocus, []);
  const place = `${route.session}/${route.view}`;
  const shownPlace = useRef(place);
  useEffect(() => {
    // The page that the browser opens first begins at its top.
    if (shownPlace.current !== place) focusContent();
    shownPlace.current = place;
  }, [place]);
  useEffect(() => {
    if (performance.getEntriesByName('interactive').length === 0) performance.mark('interactive');
  }, []);
  const Page: Page | undefined = pages[route.view as View];
  const Outside = outside[route.view];
  const content =
    route.session === undefined && Outside ? (
      <Outside />
    ) : route.session !== undefined && Page ? (
      <Existing id={route.session}>
        <Page key={route.session} id={route.session} />
      </Existing>
    ) : (
      <p className="note bad">
        There is no page named “{route.view}”. Choose one from the menu, or go to the list of{' '}
        <a href="#/">sessions</a>.
      </p>
    );
  const shown = <Suspense fallback={<p className="loading">Loading…</p>}>{content}</Suspense>;
  return (
    <RefusalsHere value={refusals}>
      {bare.has(route.view) ? (
        <main className={route.view} tabIndex={-1}>
          <Boundary key={route.view}>{shown}</Boundary>
        </main>
      ) : (
        <Layout route={route}>
          <Boundary key={place}>{shown}</Boundary>
        </Layout>
      )}
      <Boundary key="commands">
        <Commands session={route.session} />
      </Boundary>
      <Toasts />
    </RefusalsHere>
  );
}
