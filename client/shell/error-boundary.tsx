import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isSiteReachable } from '#client/api-client/api.ts';
import { Button, buttonClass } from '#client/components/button.tsx';
import { sendErrorReport } from '#client/error-reports/watch-errors.ts';
import { reportScreenShown } from './first-screen.ts';
import { Loading } from './loading.tsx';
import { shellMessages } from './messages.ts';
import { ScreenCodeMissing } from './route.ts';

type State = 'fine' | 'crashed' | 'reloading';

/** Shows a page with links out when something below it crashes. A new `key` resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { state: State }> {
  override state: { state: State } = { state: 'fine' };

  static getDerivedStateFromError(error: unknown): { state: State } {
    return { state: error instanceof ScreenCodeMissing && mayReload() ? 'reloading' : 'crashed' };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A screen crashed', error, info.componentStack);
    if (!(error instanceof ScreenCodeMissing)) void sendErrorReport(error);
    if (this.state.state === 'reloading') void this.reload();
    reportScreenShown();
  }

  /** Reloads only if the site is reachable: otherwise the browser's error page would replace ours. */
  async reload() {
    if (!(await isSiteReachable())) return this.setState({ state: 'crashed' });
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

/** Allows one reload per minute. A page that was opened before a deploy then finds its code. */
function mayReload() {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    return navigator.onLine && Date.now() - last > RELOAD_AGAIN_AFTER_MS;
  } catch {
    // Without storage the reload could not be limited to one.
    return false;
  }
}

// Plain links and a full reload work, whatever has crashed.
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
