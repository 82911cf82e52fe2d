import type { Person } from '#shared/admin.ts';

export const nameOf = ({ first_name, last_name, email }: Person) =>
  `${first_name} ${last_name}`.trim() || email;
