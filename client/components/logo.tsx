import { app } from '#app';
import { MARK_PANELS } from './mark.ts';

export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      {MARK_PANELS.map((d, panel) => (
        <path key={d} className={`fold-${panel + 1}`} d={d} />
      ))}
    </svg>
  );
}

export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span className="logo-name">{app.name}</span>
    </span>
  );
}
