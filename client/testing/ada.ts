import type { User } from '#shared/auth.ts';

/** A user for unit tests. */
export const ada: User = {
  id: 'ada',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Byron',
  user_type: 'user',
};
