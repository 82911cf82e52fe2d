import { app } from '#app';
import { AppLink } from '#client/components/app-link.tsx';
import { LogoMark } from '#client/components/logo.tsx';
import { MailLink } from '#client/components/mail-link.tsx';
import { SourceLink } from '#client/components/source-link.tsx';
import { InstallOffer } from '#client/pwa/install-offer.tsx';
import { useDestinations } from './navigation.ts';

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="page flex flex-col gap-x-10 gap-y-4 py-7 md:gap-y-6 md:py-10 lg:flex-row lg:items-center">
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <LogoMark className="size-6" />
          <span>
            <strong className="font-semibold text-ink">{app.name}</strong> · {app.tagline}
          </span>
        </p>
        <InstallOffer />
        <nav aria-label="Footer" className="-mx-3 flex flex-wrap lg:ml-auto">
          {useDestinations().map(({ label, link }) => (
            <AppLink key={label} {...link} className="nav-link">
              {label}
            </AppLink>
          ))}
          <MailLink className="nav-link" />
          <SourceLink className="nav-link" />
        </nav>
      </div>
    </footer>
  );
}
