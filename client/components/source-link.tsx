import { app } from '#app';

/** Links to the source code, if app.config.ts has its address. */
export function SourceLink({ className }: { className: string }) {
  return app.sourceUrl ? (
    <a href={app.sourceUrl} className={className}>
      Source code
    </a>
  ) : null;
}
