import { Download } from 'lucide-react';
import { Button } from '#client/components/button.tsx';
import { install, useInstallOffer } from './install.ts';
import { pwaMessages as m } from './messages.ts';

/** Offers installation where it is possible: by the browser's prompt, or with instructions on iOS. */
export function InstallOffer() {
  const offer = useInstallOffer();
  if (offer === 'none') return null;
  if (offer === 'prompt')
    return (
      <Button variant="secondary" onClick={install}>
        <Download aria-hidden />
        {m.install}
      </Button>
    );
  return (
    <details className="install-how-to">
      <summary>
        <Download aria-hidden />
        {m.install}
      </summary>
      <ol>
        {m.installIosSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}
