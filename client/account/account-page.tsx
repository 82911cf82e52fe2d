import { type ReactNode, useEffect, useRef } from 'react';
import { LogoMark } from '#client/components/logo.tsx';
import { FoldedPanels } from './folded-panels.tsx';

/** The layout of everything about an account: a form on the front of a folded sheet. */
export function AccountPage({
  mark = <LogoMark className="account-logo" />,
  title,
  intro,
  children,
}: {
  mark?: ReactNode;
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page account">
      <div className="leaf">
        <div className="leaf-front">
          {mark}
          <Heading>{title}</Heading>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
          <div className="mt-7">{children}</div>
        </div>
        <FoldedPanels />
      </div>
    </div>
  );
}

let arrived = false;

/** What the page is about may change without a new address; then reading goes on from here. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another heading is another page to a reader
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    arrived = true;
  }, [children]);
  return (
    <h1 ref={heading} tabIndex={-1} className="account-heading text-heading">
      {children}
    </h1>
  );
}
