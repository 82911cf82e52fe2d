import { Component, type ErrorInfo, type ReactNode } from 'react';
import { shellMessages } from '#client/messages.ts';
import { Button, buttonClass } from './button.tsx';

/** A crash below shows a page with a way on, never a white screen. Give it a key to start afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('A screen crashed', error, info.componentStack);
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
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
