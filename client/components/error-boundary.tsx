import { Component, type ErrorInfo, type ReactNode } from 'react';
import { siteAnswers } from '#client/api/api.ts';
import { shellMessages } from '#client/messages.ts';
import { ScreenCodeMissing } from '#client/shell/lazy-screen.ts';
import { Button, buttonClass } from './button.tsx';
import { Loading } from './spinner.tsx';

type State = 'fine' | 'crashed' | 'reloading';

/** A crash below shows a page with a way on, never a white screen. Give it a key to start afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { state: State }> {
  override state: { state: State } = { state: 'fine' };

  static getDerivedStateFromError(error: unknown): { state: State } {
    return { state: error instanceof ScreenCodeMissing && mayReload() ? 'reloading' : 'crashed' };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A screen crashed', error, info.componentStack);
    if (this.state.state === 'reloading') void this.reload();
  }

  /** Without a server the browser's own error page would take the place of ours. */
  async reload() {
    if (!(await siteAnswers())) return this.setState({ state: 'crashed' });
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  }

  override render() {
    if (this.state.state === 'fine') return this.props.children;
    return this.state.state === 'reloading' ? <Loading /> : <CrashPage />;
  }
}

const RELOADED_AT = 'reloaded_for_code';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** A page from before a deploy finds the new code by reloading, once: if that does not help, nothing does. */
function mayReload() {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    return navigator.onLine && Date.now() - last > RELOAD_AGAIN_AFTER_MS;
  } catch {
    // A browser that refuses storage could not remember that it was tried.
    return false;
  }
}

// Plain links and a full reload: whatever broke, they still work.
function CrashPage() {
  return (
    <div className="page-message" role="alert">
      <h1 className="text-title">{shellMessages.crashTitle}</h1>
      <p className="text-lg text-ink-soft">{shellMessages.crashText}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>Try again</Button>
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Go to the home page
        </a>
      </div>
    </div>
  );
}
