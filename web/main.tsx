// Starts the page.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, fetchAhead } from './App.tsx';
import { queryClient } from './answers/queries.ts';
import { recoverAutomatically } from './answers/recovery.ts';
import { followOtherTabs } from './api/session.ts';
import { currentRoute } from './state/route.ts';
import './ui/tokens.css';
import './ui/base.css';
import { guardFocus } from './ui/guardFocus.ts';
import { applyTheme, theme } from './ui/theme.ts';

applyTheme();
theme.subscribe(applyTheme);
guardFocus();
followOtherTabs();
recoverAutomatically(queryClient);

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no #app');
if (location.pathname.endsWith('/sign-on')) void completeSignOn().finally(() => start(root));
else start(root);

/** The identity provider has redirected the browser here. */
async function completeSignOn(): Promise<void> {
  const { finishSignOn } = await import('./api/signOn.ts');
  await finishSignOn();
}

function start(place: HTMLElement): void {
  fetchAhead(currentRoute());
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
