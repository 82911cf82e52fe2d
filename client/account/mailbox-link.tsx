import { buttonClass } from '#client/components/button.tsx';

/** Links to the demo's mailbox, if the server has marked the page with its address: emails are shown there. */
export function MailboxLink({ size }: { size?: 'large' }) {
  const { mailbox } = document.documentElement.dataset;
  return (
    mailbox && (
      <a href={mailbox} className={buttonClass({ size })}>
        Open the mailbox
      </a>
    )
  );
}
