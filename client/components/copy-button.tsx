import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COPIED_DURATION_MS } from '#client/constants.ts';
import { copyMessages as m } from './messages.ts';

/** Copies a text and confirms it for a moment, in its label and to screen readers. */
export function CopyButton({
  text,
  onFailure,
  className,
}: {
  text: () => string;
  /** Called if the browser does not allow copying. */
  onFailure: (error: unknown) => void;
  className: string;
}) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch (error) {
      onFailure(error);
    }
  }
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_DURATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button type="button" className={className} onClick={copy}>
        <Icon aria-hidden className="size-4" />
        <span>{copied ? m.copied : m.copy}</span>
      </button>
      <p role="status" className="sr-only">
        {copied && m.copied}
      </p>
    </>
  );
}
