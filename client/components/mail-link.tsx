import { app } from '#app';

/** Links to the support address. */
export function MailLink({ className = 'link' }: { className?: string }) {
  return (
    <a href={`mailto:${app.supportEmail}`} className={className}>
      {app.supportEmail}
    </a>
  );
}
