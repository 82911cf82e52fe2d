import type { User } from '#shared/auth.ts';

/** Shows a user's initials as decoration: the name or email must be nearby as text. */
export function Avatar({ user, className = '' }: { user: User; className?: string }) {
  return (
    <span aria-hidden="true" className={`avatar ${className}`}>
      {initials(user)}
    </span>
  );
}

function initials({ first_name, last_name, email }: User) {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || (email[0] ?? '?')).toUpperCase();
}
