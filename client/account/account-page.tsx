import { type ReactNode, useEffect, useRef } from 'react';
import { LogoMark } from '#client/components/logo.tsx';
import { FoldedPanels } from './folded-panels.tsx';

/** Lays out an account screen: a form on the front of a folded sheet. */
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
          {/* A new heading means new content, even if the address is the same. */}
          <Heading key={title}>{title}</Heading>
          {intro && <p className="mt-2 text-ink-soft">{intro}</p>}
          <div className="mt-5 sm:mt-7">{children}</div>
        </div>
        <FoldedPanels />
      </div>
    </div>
  );
}

let wasShown = false;

/** Focuses the heading when it appears, except on the first screen of a visit. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasShown) heading.current?.focus({ preventScroll: true });
    wasShown = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="account-heading text-heading">
      {children}
    </h1>
  );
}
