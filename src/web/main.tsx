import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles/tokens.css';
import './app/styles/base.css';
import './app/styles/layout.css';
import './app/styles/controls.css';
import './app/styles/tables.css';
import './app/styles/plots.css';
import './app/styles/pages.css';
import 'sonner/dist/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { queries } from './api/queries.ts';
import { App } from './app/app.tsx';
import { startTheme } from './components/theme.ts';

startTheme();
const root = document.getElementById('root');
if (!root) throw new Error('page: no element #root to draw into');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
