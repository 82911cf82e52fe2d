import type { ReactNode } from 'react';
import { app } from '#app';
import { LogoMark } from '#client/components/logo.tsx';

/**
 * Draws a large version of the mark: three panels of one sheet, each with the same notes on another platform. It uses
 * the colour tokens, so it follows the app's colours and dark mode.
 */
export function FoldedSheet() {
  return (
    <div
      className="folded"
      role="img"
      aria-label="The same notes in a browser window, on a phone and in an installed app"
    >
      <div className="folded-sheet" aria-hidden="true">
        <Panel
          bar={
            <>
              <i />
              <i />
              <i />
              <span className="folded-address">{`${app.host}/notes`}</span>
            </>
          }
        >
          <b className="folded-title">Notes</b>
          <Stats />
          <div className="grid grid-cols-2 gap-[1em]">
            <Note title="Cabin weekend" lines={2} photo="hills" />
            <Note title="Saturday market" lines={3} />
            <Note title="Reading list" lines={3} />
            <Note title="Harbour walk" lines={2} photo="harbour" />
          </div>
        </Panel>
        <Panel
          bar={
            <>
              <b>9:41</b>
              <span className="folded-battery" />
            </>
          }
        >
          <b className="folded-title">Notes</b>
          <Note title="Cabin weekend" lines={2} photo="hills" />
          <Note title="Saturday market" lines={2} />
          <span className="folded-new">+</span>
        </Panel>
        <Panel
          bar={
            <>
              <LogoMark className="size-[1.6em]" />
              <b>{app.name}</b>
            </>
          }
        >
          <div className="flex gap-[1.4em]">
            <div className="grid w-[36%] content-start gap-[.7em]">
              {['Cabin weekend', 'Saturday market', 'Reading list', 'Harbour walk'].map((title) => (
                <span key={title} className="folded-row">
                  {title}
                </span>
              ))}
            </div>
            <div className="grid flex-1 content-start gap-[1em]">
              <Scene kind="hills" />
              <b className="folded-title">Cabin weekend</b>
              <Lines count={4} />
            </div>
          </div>
        </Panel>
      </div>
    </div>
  );
}

function Panel({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="folded-panel">
      <div className="folded-bar">{bar}</div>
      <div className="grid content-start gap-[1em] p-[1.5em]">{children}</div>
    </div>
  );
}

function Stats() {
  return (
    <div className="folded-stats">
      {[
        ['Total', 24],
        ['With photos', 9],
        ['Today', 2],
      ].map(([label, number]) => (
        <span key={label}>
          <b>{number}</b> {label}
        </span>
      ))}
    </div>
  );
}

type SceneKind = 'hills' | 'harbour';

function Note({ title, lines, photo }: { title: string; lines: number; photo?: SceneKind }) {
  return (
    <div className="folded-note">
      {photo && <Scene kind={photo} />}
      <b>{title}</b>
      <Lines count={lines} />
    </div>
  );
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, line) => `line ${line}`).map((line) => (
    <span key={line} className="folded-line" />
  ));
}

/** Draws a landscape in place of a photo. */
function Scene({ kind }: { kind: SceneKind }) {
  return (
    <svg viewBox="0 0 120 64" className="scene" aria-hidden="true">
      <path className="scene-sky" d="M0 0h120v64H0z" />
      <circle className="scene-sun" cx={kind === 'hills' ? 88 : 30} cy="20" r="8" />
      {kind === 'hills' ? (
        <>
          <path className="scene-far" d="M0 44 26 22l20 18 22-26 30 30 22-14v34H0z" />
          <path className="scene-near" d="M0 54c24-14 44-12 64-4s38 4 56-6v20H0z" />
        </>
      ) : (
        <>
          <path className="scene-far" d="M0 38h120v26H0z" />
          <path className="scene-near" d="M70 14v30h22zM66 20v24H50zM44 48h54l-8 8H54z" />
        </>
      )}
    </svg>
  );
}
