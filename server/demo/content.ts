export const demoAccounts = [
  {
    email: 'demo@trifold.example',
    password: 'demo-trifold',
    first_name: 'Dana',
    last_name: 'Demo',
    user_type: 'user' as const,
  },
  {
    email: 'admin@trifold.example',
    password: 'admin-trifold',
    first_name: 'Alex',
    last_name: 'Admin',
    user_type: 'admin' as const,
  },
];

/** The account that every visitor of a demo may use, also of a public one. */
export const visitorAccount = demoAccounts.find(({ user_type }) => user_type === 'user');
