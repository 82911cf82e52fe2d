import { Check } from 'lucide-react';
import { adminMessages, capabilities } from './messages.ts';

export function CapabilityBadges() {
  return (
    <section className="mt-12" aria-labelledby="capabilities">
      <h2 id="capabilities" className="text-xl font-semibold">
        {adminMessages.capabilities}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-2.5">
        {capabilities.map((capability) => (
          <li key={capability} className="badge">
            <Check aria-hidden className="size-4" />
            {capability}
          </li>
        ))}
      </ul>
    </section>
  );
}
