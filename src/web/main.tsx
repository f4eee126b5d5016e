import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles/tokens.css';
import './app/styles/base.css';
import './app/styles/layout.css';
import './app/styles/buttons.css';
import './app/styles/fields.css';
import './app/styles/chips.css';
import './app/styles/overlays.css';
import './app/styles/tables.css';
import './app/styles/grid.css';
import './app/styles/narrow-tables.css';
import './app/styles/plots.css';
import './app/styles/pages.css';
import './app/styles/print.css';
import 'sonner/dist/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { serverAnswers } from './api/parts.ts';
import { queries } from './api/queries.ts';
import { onUnstored } from './api/storage.ts';
import { App } from './app/app.tsx';
import { startPaper } from './app/paper.ts';
import { shareDrafts } from './components/draft.ts';
import { startTheme } from './components/theme.ts';
import { failed } from './components/toasts.tsx';

/**
 * After an update of the server the parts of this page that were not loaded yet are gone: the new page is loaded. While no server
 * answers, this one stays and says what is missing; a page of the browser would take its place.
 */
async function loadNewPage(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload' && performance.now() < 10_000) return;
  if (await serverAnswers()) location.reload();
}
let isSaid = false;
onUnstored(() => {
  if (isSaid) return;
  isSaid = true;
  failed(
    new Error(
      'The storage of this browser is full or blocked. What is typed stays only until this page is closed.',
    ),
  );
});
addEventListener('vite:preloadError', () => void loadNewPage());
startTheme();
startPaper();
shareDrafts();
const root = document.getElementById('root');
if (!root) throw new Error('page: no element #root to draw into');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
