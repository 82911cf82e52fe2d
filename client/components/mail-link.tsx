import { app } from '#app';

/** The one way to reach a person. */
export function MailLink({ className = 'link' }: { className?: string }) {
  return (
    <a href={`mailto:${app.supportEmail}`} className={className}>
      {app.supportEmail}
    </a>
  );
}
